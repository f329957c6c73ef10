"""Plays requests of the shared suite through the Python client: a line of JSON in, a line out."""

from __future__ import annotations

import base64
import json
import sys
from itertools import islice
from typing import Any

from door_access import DoorAccess, deduplication_key, verify_webhook

client: DoorAccess


def connect(base_url: str, api_key: str) -> None:
    global client
    client = DoorAccess(base_url, api_key)


def verify(secret: str, body_base64: str, signature: str | None, now: float, max_age_seconds: float | None = None) -> Any:
    body = base64.b64decode(body_base64)
    envelope = verify_webhook(
        secret=secret, raw_body=body, signature=signature, now=now, max_age_seconds=max_age_seconds
    )
    return {"envelope": envelope, "key": deduplication_key(envelope)}


ACTS: dict[str, Any] = {
    "connect": connect,
    "create_person": lambda person: client.post_people(person),
    "read_person": lambda id: client.get_people_by_id(id),
    "delete_person": lambda id: client.delete_people_by_id(id),
    "list_people": lambda q, limit: list(client.iterate_people(q=q, limit=limit)),
    "all_changes": lambda types: list(client.changes(types=types, until_latest=True)),
    "next_changes": lambda after, types, count: list(islice(client.changes(after=after, types=types), count)),
    "unlock": lambda lock_id, reason=None: client.unlock(lock_id, reason=reason),
    "verify": verify,
}

for line in sys.stdin:
    request = json.loads(line)
    try:
        answer: dict[str, Any] = {"value": ACTS[request["act"]](**request["given"])}
    except Exception as error:
        found = {name: getattr(error, name, None) for name in ("code", "status", "fault", "command")}
        answer = {"error": {"name": type(error).__name__, "details": getattr(error, "details", []), **found}}
    print(json.dumps(answer), flush=True)
