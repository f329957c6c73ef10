"""Sends requests over HTTP with what the standard library has."""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from email.message import Message
from http.client import HTTPException
from typing import Any, Callable, Iterator, Mapping, Protocol, TypedDict, cast

from ._errors import DoorAccessError, NoAnswerError, error_of, parse_retry_after
from ._retry import NO_ANSWER, Attempt, Outcome, retry_delay

# Longer than the service takes for its longest answer that it was not asked to delay, a ping.
TIMEOUT_S = 20.0
RETRIES = 4


class Answer(TypedDict):
    status: int
    headers: Mapping[str, str]
    body: bytes


class Send(Protocol):
    """Sends one request. Raises NoAnswerError."""

    def __call__(
        self, method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float
    ) -> Answer: ...


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The service redirects nothing; an API key must not follow a redirect elsewhere."""

    def redirect_request(
        self, req: urllib.request.Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


def send(method: str, url: str, headers: Mapping[str, str], body: bytes | None, timeout: float) -> Answer:
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)
    try:
        with _opener.open(request, timeout=timeout) as response:
            return _answer(response.status, response.headers, response.read())
    except urllib.error.HTTPError as error:
        with error:
            return _answer(error.code, error.headers, error.read())
    except (OSError, HTTPException, socket.timeout) as error:
        raise NoAnswerError(f"{method} {urllib.parse.urlsplit(url).path}: {error}") from error


def _answer(status: int, headers: Message, body: bytes) -> Answer:
    return {"status": status, "headers": {name.lower(): value for name, value in headers.items()}, "body": body}


class Transport:
    """Sends a request until it is answered, as often as it may be sent."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        takes_idempotency_key: frozenset[str],
        timeout: float = TIMEOUT_S,
        retries: int = RETRIES,
        send: Send = send,
        sleep: Callable[[float], None] = time.sleep,
        chance: Callable[[], float] = random.random,
    ) -> None:
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self._takes_idempotency_key = takes_idempotency_key
        self._timeout = timeout
        self._retries = retries
        self._send = send
        self.sleep = sleep
        self._chance = chance

    def request(
        self,
        method: str,
        path: str,
        *,
        path_values: Mapping[str, object] | None = None,
        query: Mapping[str, object] | None = None,
        body: object = None,
        idempotency_key: str | None = None,
    ) -> Any:
        """The data of the answer; None if it has none. Raises DoorAccessError, NoAnswerError."""
        given = {name: value for name, value in (query or {}).items() if value is not None}
        url = self._base_url + _filled(path, path_values or {})
        if given:
            url += "?" + urllib.parse.urlencode({name: _text(value) for name, value in given.items()})
        if idempotency_key is None and f"{method} {path}" in self._takes_idempotency_key:
            idempotency_key = str(uuid.uuid4())
        headers = {"Authorization": f"Bearer {self._api_key}", "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        sent = None if body is None else json.dumps(body).encode()
        timeout = self._timeout + float(cast(float, given.get("wait", 0)))
        before = 0
        while True:
            attempt = Attempt(method, idempotency_key is not None, before, self._retries)
            try:
                answer = self._send(method, url, headers, sent, timeout)
                failure: Exception | None = None
            except NoAnswerError as error:
                outcome, failure = NO_ANSWER, error
            else:
                data = _parsed(answer["body"])
                if answer["status"] < 400:
                    return data
                outcome = _outcome(answer, data)
                failure = DoorAccessError(answer["status"], data, answer["headers"])
            delay = retry_delay(attempt, outcome, self._chance())
            if delay is None:
                raise failure
            self.sleep(delay)
            before += 1


def _outcome(answer: Answer, data: object) -> Outcome:
    error = error_of(data)
    return Outcome(
        status=answer["status"],
        code=error["code"] if error else None,
        retry_after=parse_retry_after(answer["headers"].get("retry-after")),
    )


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body) if body else None
    except ValueError:
        return None


def _filled(path: str, values: Mapping[str, object]) -> str:
    return path.format(**{name: urllib.parse.quote(str(value), safe="") for name, value in values.items()})


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def iterate(read: Callable[[str | None], Any]) -> Iterator[Any]:
    """Every item of a list, page after page."""
    cursor: str | None = None
    while True:
        page = read(cursor)
        yield from page["data"]
        cursor = page["next_cursor"]
        if cursor is None:
            return
