"""Receiving webhooks: whether a delivery is genuine, and whether it has been seen before."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from datetime import datetime
from typing import Any, Literal, TypedDict

from ._generated import DEDUPLICATE_BY

# How far the time of a signature may lie from the receiver's clock, before or after.
TOLERANCE_SECONDS = 300
# While a secret is replaced, a delivery has a signature by each.
MAX_SIGNATURES = 5


class WebhookEnvelope(TypedDict):
    # Of the delivery; the same in every retry, another one in a redelivery.
    id: str
    type: str
    # ISO 8601.
    created_at: str
    # The event; its shape depends on `type`.
    data: dict[str, Any]


WebhookFault = Literal["malformed_signature", "timestamp_outside_tolerance", "wrong_signature", "malformed_body"]


class WebhookVerificationError(Exception):
    """A delivery that must not be believed. Answer it with 400 and do nothing else."""

    def __init__(self, fault: WebhookFault) -> None:
        super().__init__(f"The webhook is not genuine: {fault.replace('_', ' ')}.")
        self.fault = fault


class StaleWebhookError(Exception):
    """A genuine delivery of an event that is too old to act on. Answer it with 2xx, or it is sent again."""

    def __init__(self, envelope: WebhookEnvelope) -> None:
        super().__init__(f"The {envelope['type']} is too old to act on.")
        self.envelope = envelope


def verify_webhook(
    *,
    secret: str,
    raw_body: bytes,
    signature: str | None,
    now: float,
    tolerance_seconds: int = TOLERANCE_SECONDS,
    max_age_seconds: float | None = None,
) -> WebhookEnvelope:
    """The delivery, once it is known to be genuine and of this time. Compares in constant time.

    `secret` is that of the subscription, `raw_body` the bytes as they came, `signature` the header
    `X-Service-Signature` of whichever name the service has, `now` the receiver's clock (`time.time()`).
    `max_age_seconds` is how old the event itself may be, by its `occurred_at`, or by `created_at` where it has none:
    a receiver that opens something on an event sets it.
    Raises WebhookVerificationError, StaleWebhookError.
    """
    parts = [part.partition("=") for part in (signature or "").split(",")]
    times = [value for name, mark, value in parts if name == "t" and mark]
    digests = [value for name, mark, value in parts if name == "v1" and mark]
    if (
        len(times) != 1
        or not re.fullmatch(r"[0-9]{1,12}", times[0])
        or not 0 < len(digests) <= MAX_SIGNATURES
        or not all(re.fullmatch(r"[0-9a-f]{64}", digest) for digest in digests)
    ):
        raise WebhookVerificationError("malformed_signature")
    # A clock that is behind must not accept what was signed for later either.
    if abs(int(now) - int(times[0])) > tolerance_seconds:
        raise WebhookVerificationError("timestamp_outside_tolerance")
    expected = hmac.new(secret.encode(), times[0].encode() + b"." + raw_body, hashlib.sha256).hexdigest()
    if not any([hmac.compare_digest(expected, digest) for digest in digests]):
        raise WebhookVerificationError("wrong_signature")
    envelope = _parse(raw_body)
    if max_age_seconds is not None and now - _time_of(envelope) > max_age_seconds:
        raise StaleWebhookError(envelope)
    return envelope


def _parse(raw_body: bytes) -> WebhookEnvelope:
    try:
        body = json.loads(raw_body)
        if all(isinstance(body[name], str) for name in ("id", "type", "created_at")) and isinstance(body["data"], dict):
            envelope: WebhookEnvelope = body
            return envelope
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise WebhookVerificationError("malformed_body")


def _time_of(envelope: WebhookEnvelope) -> float:
    occurred_at = envelope["data"].get("occurred_at")
    return datetime.fromisoformat(occurred_at if isinstance(occurred_at, str) else envelope["created_at"]).timestamp()


def deduplication_key(envelope: WebhookEnvelope, *, redelivery_of: str | None = None) -> str:
    """Identifies an event, so that a receiver acts once: the same text for every retry.

    For a redelivery too, if the data identifies the event or `redelivery_of` is given: the `event_id` of the
    redelivery's record. Remember the texts for longer than the retries last (33 hours) and than you redeliver by hand.
    """
    data = envelope["data"]
    fields = [name[5:] for name in DEDUPLICATE_BY.get(envelope["type"], ()) if name.startswith("data.")]
    values = [data.get(name) for name in fields]
    if not values or not all(isinstance(value, (str, int, float)) for value in values):
        return f"delivery:{redelivery_of or envelope['id']}"
    return ":".join([envelope["type"], *map(str, values)])
