"""The verifier, against the vectors that the service's own signatures are held to."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import unittest
from pathlib import Path

from door_access import StaleWebhookError, WebhookVerificationError, deduplication_key, verify_webhook

VECTORS = Path(__file__).parents[3] / "packages/cloud/test/deliveries/fixtures/webhook-signature-vectors.jsonl"
BODY = json.dumps({"id": "d1", "type": "ping", "created_at": "2026-01-07T06:00:00.000Z", "data": {"message": "🚪"}}).encode()
T = 1_767_765_600


def sign(secret: str, t: int, body: bytes) -> str:
    return hmac.new(secret.encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()


def fault(signature: str | None, *, secret: str = "s", body: bytes = BODY, now: float = T) -> str | None:
    try:
        verify_webhook(secret=secret, raw_body=body, signature=signature, now=now)
        return None
    except WebhookVerificationError as error:
        return error.fault


def is_envelope(body: bytes) -> bool:
    try:
        parsed = json.loads(body)
        return all(isinstance(parsed[name], str) for name in ("id", "type", "created_at")) and isinstance(parsed["data"], dict)
    except (ValueError, KeyError, TypeError):
        return False


class Verifying(unittest.TestCase):
    def test_every_known_signature_is_accepted(self) -> None:
        vectors = [json.loads(line) for line in VECTORS.read_text().splitlines() if line]
        self.assertEqual(len(vectors), 36)
        for vector in vectors:
            body = base64.b64decode(vector["body_b64"])
            found = fault(vector["header"], secret=vector["secret"], body=body, now=vector["t"])
            self.assertEqual(found, None if is_envelope(body) else "malformed_body", vector["header"])

    def test_one_byte_or_another_secret_is_refused(self) -> None:
        good = f"t={T},v1={sign('s', T, BODY)}"
        self.assertIsNone(fault(good))
        self.assertEqual(fault(good, body=BODY + b" "), "wrong_signature")
        self.assertEqual(fault(good, secret="other"), "wrong_signature")

    def test_a_clock_may_be_300_seconds_off_and_no_more(self) -> None:
        good = f"t={T},v1={sign('s', T, BODY)}"
        for seconds in (-300, 300, 300.999):
            self.assertIsNone(fault(good, now=T + seconds))
        for seconds in (-301, 301):
            self.assertEqual(fault(good, now=T + seconds), "timestamp_outside_tolerance")

    def test_a_header_that_is_none_is_refused(self) -> None:
        v1 = sign("s", T, BODY)
        many = ",".join([f"v1={v1}"] * 6)
        for header in (None, "", "v1", f"t={T}", f"v1={v1}", f"t=,v1={v1}", f"t=-1,v1={v1}", f"t=²,v1={v1}", f"t={T},v1=",
                       f"t={T},v1={v1[2:]}", f"t={T},v1={'g' * 64}", f"t={T},v0={v1}", f"t={T},t={T},v1={v1}", f"t={T},{many}"):
            self.assertEqual(fault(header), "malformed_signature", header)

    def test_while_a_secret_is_replaced_one_of_two_signatures_is_enough(self) -> None:
        old, new = sign("old", T, BODY), sign("new", T, BODY)
        for header in (f"t={T},v1={old},v1={new}", f"t={T},v1={new},v1={old}"):
            self.assertIsNone(fault(header, secret="new"))
        self.assertEqual(fault(f"t={T},v1={old}", secret="new"), "wrong_signature")

    def test_an_event_that_is_too_old_is_genuine_and_not_acted_on(self) -> None:
        body = json.dumps({"id": "d", "type": "access.granted", "created_at": "2026-01-07T06:00:00.000Z",
                           "data": {"id": 7, "occurred_at": "2026-01-07T05:59:00.000Z"}}).encode()
        given = {"secret": "s", "raw_body": body, "signature": f"t={T},v1={sign('s', T, body)}", "now": float(T)}
        self.assertEqual(verify_webhook(**given, max_age_seconds=60)["id"], "d")  # type: ignore[arg-type]
        with self.assertRaises(StaleWebhookError) as raised:
            verify_webhook(**given, max_age_seconds=59.9)  # type: ignore[arg-type]
        self.assertEqual(raised.exception.envelope["data"]["id"], 7)


class Distinguishing(unittest.TestCase):
    def test_an_event_is_known_by_its_fields_else_by_its_delivery(self) -> None:
        def key(type: str, data: dict[str, object], redelivery_of: str | None = None) -> str:
            return deduplication_key({"id": "d1", "type": type, "created_at": "", "data": data}, redelivery_of=redelivery_of)

        self.assertEqual(key("access.granted", {"id": 7}), "access.granted:7")
        self.assertEqual(key("access.granted", {}), "delivery:d1")
        self.assertEqual(key("door.forced", {"lock": {}}), "delivery:d1")
        self.assertEqual(key("door.forced", {"lock": {}}, "d0"), "delivery:d0")
        self.assertEqual(key("key.activated", {"id": 9, "occurred_at": "t"}), "key.activated:9:t")
        self.assertEqual(key("lock.tampered", {"id": 9}), "delivery:d1")


if __name__ == "__main__":
    unittest.main()
