"""Requests that are sent again, without a service: answers in sequence, and a clock that does not wait."""

from __future__ import annotations

import json
import unittest
from typing import Any

from door_access import DoorAccess, DoorAccessError, NoAnswerError

PERSON = {"id": "p", "name": "Anna Aho"}


def refusal(status: int, code: str, **headers: str) -> dict[str, Any]:
    body = json.dumps({"error": {"code": code, "message": "no"}}).encode()
    return {"status": status, "headers": {name.replace("_", "-"): value for name, value in headers.items()}, "body": body}


def done(status: int, body: object) -> dict[str, Any]:
    return {"status": status, "headers": {}, "body": json.dumps(body).encode()}


class Play:
    def __init__(self, *answers: Any, **options: Any) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[str, str, dict[str, str], bytes | None, float]] = []
        self.slept: list[float] = []
        self.client = DoorAccess(
            "https://doors.example/v1/", "secret", send=self.send, sleep=self.slept.append, chance=lambda: 1.0, **options
        )

    def send(self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float) -> Any:
        self.sent.append((method, url, headers, body, timeout))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


class Retries(unittest.TestCase):
    def test_what_creates_is_sent_with_one_idempotency_key_for_all_attempts(self) -> None:
        play = Play(
            NoAnswerError("gone"),
            refusal(500, "server_error"),
            refusal(409, "idempotency_in_progress", retry_after="2"),
            done(201, PERSON),
        )
        self.assertEqual(play.client.post_people({"name": "Anna Aho"}), PERSON)
        self.assertEqual(play.slept, [0.5, 1.0, 2.0])
        keys = {headers["Idempotency-Key"] for _, _, headers, _, _ in play.sent}
        self.assertEqual(len(keys), 1)
        self.assertRegex(keys.pop(), r"^[0-9a-f-]{36}$")
        self.assertEqual({body for _, _, _, body, _ in play.sent}, {b'{"name": "Anna Aho"}'})

    def test_an_unlock_is_sent_once_whatever_comes_of_it(self) -> None:
        for answer in (NoAnswerError("gone"), refusal(500, "server_error"), refusal(502, "publish_failed")):
            play = Play(answer)
            with self.assertRaises((NoAnswerError, DoorAccessError)):
                play.client.unlock(1)
            self.assertEqual((len(play.sent), play.slept), (1, []))
            self.assertNotIn("Idempotency-Key", play.sent[0][2])

    def test_a_limit_is_waited_out_and_a_longer_one_is_not(self) -> None:
        empty = done(200, {"data": [], "next_cursor": None})
        play = Play(refusal(429, "rate_limited", retry_after="31"), empty)
        self.assertEqual(list(play.client.iterate_locks()), [])
        self.assertEqual(play.slept, [31.0])
        play = Play(refusal(429, "rate_limited", retry_after="61"))
        with self.assertRaises(DoorAccessError) as raised:
            play.client.get_locks()
        self.assertEqual((raised.exception.code, raised.exception.retry_after), ("rate_limited", 61))

    def test_the_last_answer_is_raised_when_all_attempts_have_failed(self) -> None:
        failed = refusal(500, "server_error", x_request_id="r-1")
        play = Play(failed, failed, failed, retries=2)
        with self.assertRaises(DoorAccessError) as raised:
            play.client.get_locks()
        self.assertEqual((raised.exception.status, raised.exception.request_id), (500, "r-1"))
        self.assertEqual(len(play.sent), 3)

    def test_an_answer_of_something_else_names_its_status(self) -> None:
        for body in (b"<html>", b"[1]", b'{"error":"no"}', b"\xff"):
            play = Play({"status": 404, "headers": {}, "body": body})
            with self.assertRaisesRegex(DoorAccessError, "server_error: status 404"):
                play.client.get_locks()


class Requests(unittest.TestCase):
    def test_values_are_escaped_and_absent_ones_left_out(self) -> None:
        play = Play(done(200, {"data": [], "next_cursor": None}), done(200, PERSON), done(200, None))
        play.client.get_people(q="Ä &", limit=2)
        play.client.get_people_by_id("../locks")
        play.client.delete_people_by_id("p", hard=True)
        urls = [url for _, url, _, _, _ in play.sent]
        self.assertEqual(urls[0], "https://doors.example/v1/people?q=%C3%84+%26&limit=2")
        self.assertEqual(urls[1], "https://doors.example/v1/people/..%2Flocks")
        self.assertEqual(urls[2], "https://doors.example/v1/people/p?hard=true")
        self.assertEqual(play.sent[0][2]["Authorization"], "Bearer secret")

    def test_an_attempt_takes_as_long_as_the_request_asks_to_wait_longer(self) -> None:
        command: dict[str, Any] = {"id": "c", "status": "confirmed", "type": "unlock", "lock": {"name": "Main"}, "reason": None}
        play = Play(done(202, {**command, "status": "sent"}), done(200, command))
        self.assertEqual(play.client.unlock(1)["status"], "confirmed")
        self.assertEqual([timeout for *_, timeout in play.sent], [30.0, 30.0])


if __name__ == "__main__":
    unittest.main()
