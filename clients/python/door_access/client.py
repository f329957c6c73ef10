"""The client: all calls of the interface, and those that take more than one request."""

from __future__ import annotations

from typing import Any

from ._errors import CommandFailedError
from ._generated import TAKES_IDEMPOTENCY_KEY, Command, Operations
from ._transport import Transport

# As long as the service answers late at the most.
_WAIT_S = 10


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
