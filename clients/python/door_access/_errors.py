"""What the service, or a gateway, refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

if TYPE_CHECKING:
    from ._generated import Command


class DoorAccessError(Exception):
    """The service refused a request; `code` says why.

    `details` has an entry for each wrong field of a `validation_failed`. `request_id` names the answer in the service's
    log. `retry_after` is in seconds. `fields` has what stands beside `code` and `message`, such as the `oldest_cursor`
    of a `cursor_expired`.
    """

    def __init__(self, status: int, body: object, headers: Mapping[str, str]) -> None:
        error = error_of(body) or {"code": "server_error", "message": f"status {status}"}
        super().__init__(f"{error['code']}: {error['message']}")
        self.status = status
        self.code: str = error["code"]
        self.details: list[dict[str, str]] = error.get("details", [])
        self.request_id = headers.get("x-request-id")
        self.retry_after = parse_retry_after(headers.get("retry-after"))
        self.fields: Mapping[str, Any] = error


class NoAnswerError(Exception):
    """The service did not answer: it cannot be reached, or took longer than the timeout."""


class CommandFailedError(Exception):
    """The gateway did not confirm a command; `command["reason"]` says why. As far as is known, the door did not move."""

    def __init__(self, command: Command) -> None:
        super().__init__(f"{command['lock']['name']}: the {command['type']} failed ({command['reason']}).")
        self.command = command


def error_of(body: object) -> dict[str, Any] | None:
    """The `error` of an answer of the service; None if the answer is not one of its own."""
    error = body.get("error") if isinstance(body, dict) else None
    if isinstance(error, dict) and isinstance(error.get("code"), str) and isinstance(error.get("message"), str):
        return error
    return None


def parse_retry_after(header: str | None) -> int | None:
    """The seconds of a `Retry-After` header. Dates are not used by the service."""
    return int(header) if header is not None and header.isascii() and header.isdigit() and len(header) < 10 else None
