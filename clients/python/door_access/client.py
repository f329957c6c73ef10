"""The client: all calls of the interface, and those that take more than one request."""

from __future__ import annotations

from typing import Any, Callable, Iterator, Sequence

from ._errors import CommandFailedError, DoorAccessError, NoAnswerError
from ._generated import TAKES_IDEMPOTENCY_KEY, Change, Command, Operations
from ._transport import Transport

# As long as the service answers late at the most.
_WAIT_S = 10
_CHANGES_WAIT_S = 30
_CHANGES_LIMIT = 500
# After the attempts of a request itself.
_RETRY_AFTER_S = 10.0


class DoorAccess(Operations):
    """Calls the service with an API key.

    `base_url` goes up to and including `/v1`. A request is sent again after `Retry-After`, and with growing delays where
    the service does not answer (`retries`, 4); what creates has an `Idempotency-Key`, so that nothing is created twice.
    What moves a door is sent once. An attempt ends after `timeout` seconds (20), beyond what the request itself asks to
    `wait`. An instance may be used by several threads.
    """

    def __init__(self, base_url: str, api_key: str, **options: Any) -> None:
        self.transport = Transport(base_url, api_key, takes_idempotency_key=TAKES_IDEMPOTENCY_KEY, **options)

    def unlock(self, lock_id: int, *, reason: str | None = None) -> Command:
        """Opens a door, and returns when its gateway has confirmed that the lock released.

        Raises CommandFailedError if the gateway did not confirm it, some ten seconds after the request at the latest;
        DoorAccessError if it was refused, such as `lock_offline`.
        """
        command = self.post_locks_by_id_unlock(lock_id, {"reason": reason} if reason else {}, wait=_WAIT_S)
        # A command always ends: the service marks an unconfirmed one as failed.
        while command["status"] in ("pending", "sent"):
            command = self.get_locks_by_id_commands_by_command_id(lock_id, command["id"], wait=_WAIT_S)
        if command["status"] == "failed":
            raise CommandFailedError(command)
        return command

    def changes(
        self,
        *,
        after: str | None = None,
        types: Sequence[str] | None = None,
        until_latest: bool = False,
        on_retry: Callable[[Exception], None] = lambda error: None,
    ) -> Iterator[Change]:
        """What happens, in the sequence in which it is recorded: each change once, none missed, whatever breaks.

        Keep the `cursor` of the last change that was handled, and begin `after` it the next time; `now` begins at this
        moment, None with the oldest change that is kept. `until_latest` ends at the newest change, in place of waiting
        for the next. While the service does not answer, the iteration tries again and calls `on_retry`.
        Raises DoorAccessError; `cursor_expired`: changes behind the cursor are no longer kept, and
        `fields["oldest_cursor"]` goes on with the oldest that are.
        """
        named = None if types is None else ",".join(types)
        while True:
            # Where "now" was is known with its first answer: what happens while the next one fails is not missed.
            wait = 0 if until_latest or after == "now" else _CHANGES_WAIT_S
            try:
                page = self.get_changes(after=after, types=named, limit=_CHANGES_LIMIT, wait=wait)
            except (DoorAccessError, NoAnswerError) as error:
                if isinstance(error, DoorAccessError) and error.status < 500 and error.status != 429:
                    raise
                on_retry(error)
                self.transport.sleep(_RETRY_AFTER_S)
                continue
            yield from page["data"]
            after = page["next_cursor"]
            if until_latest and not page["has_more"]:
                return
