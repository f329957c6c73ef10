"""Which requests are sent again, and when."""

from __future__ import annotations

from dataclasses import dataclass

FIRST_DELAY_S = 0.5
MAX_DELAY_S = 30.0
# A longer `Retry-After` is the caller's to wait for: a limit of the service is over after a minute.
MAX_RETRY_AFTER_S = 60
# A request that changes nothing the second time. What moves a door is never among them.
REPEATABLE = frozenset(["GET", "HEAD", "PUT", "PATCH"])
# Of a proxy, in front of a service that does not answer.
PROXY_STATUSES = frozenset([502, 503, 504])


@dataclass(frozen=True)
class Attempt:
    method: str
    has_idempotency_key: bool
    # How many attempts came before this one.
    before: int
    # Attempts after the first, at most.
    retries: int


@dataclass(frozen=True)
class Outcome:
    """What came of an attempt; a status of None is no answer."""

    status: int | None = None
    code: str | None = None
    retry_after: int | None = None


NO_ANSWER = Outcome()


def retry_delay(attempt: Attempt, outcome: Outcome, chance: float) -> float | None:
    """The delay before the request is sent again, in seconds; None if it is not.

    `chance` is from 0 to 1, so that clients that failed together do not come back together.
    """
    if attempt.before >= attempt.retries or not _may_repeat(attempt, outcome):
        return None
    if outcome.retry_after is not None:
        return None if outcome.retry_after > MAX_RETRY_AFTER_S else float(outcome.retry_after)
    delay: float = min(MAX_DELAY_S, FIRST_DELAY_S * 2**attempt.before)
    return delay * (0.5 + chance / 2)


def _may_repeat(attempt: Attempt, outcome: Outcome) -> bool:
    # It was refused before it ran.
    if outcome.status == 429 or outcome.code == "idempotency_in_progress":
        return True
    of_proxy = outcome.status in PROXY_STATUSES and outcome.code is None
    if outcome.status is not None and outcome.status != 500 and not of_proxy:
        return False
    # It may have run.
    return attempt.has_idempotency_key or attempt.method in REPEATABLE
