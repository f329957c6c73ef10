"""Client of the door access interface, and a verifier for its webhooks. It needs Python 3.11 and nothing else."""

from ._errors import CommandFailedError, DoorAccessError, NoAnswerError
from .client import DoorAccess
from .webhooks import (
    StaleWebhookError,
    WebhookEnvelope,
    WebhookVerificationError,
    deduplication_key,
    verify_webhook,
)

__all__ = [
    "CommandFailedError",
    "DoorAccess",
    "DoorAccessError",
    "NoAnswerError",
    "StaleWebhookError",
    "WebhookEnvelope",
    "WebhookVerificationError",
    "deduplication_key",
    "verify_webhook",
]
