# Generated from openapi.json by "node scripts/python-client.mjs write"; not edited by hand.
"""Shapes and calls of the interface, one for each operation of its OpenAPI document."""

from __future__ import annotations

from typing import Any, Final, Iterator, Literal, Mapping, NotRequired, TypedDict, cast

from ._transport import Transport, iterate


class LockLocation(TypedDict):
    id: int
    name: str


class LockDoorMode(TypedDict):
    mode: Literal["auto", "stay_open", "closed"]
    source: Literal["schedule", "override"] | None
    expires_at: str | None


class LockFeatures(TypedDict):
    remote_unlock: bool
    door_contact: bool
    exit_button: bool
    hold_relay: bool
    forced_open_detection: bool


class Lock(TypedDict):
    id: int
    name: str
    place: str
    location: LockLocation
    type: Literal["remote", "locksys"]
    # Null for a lock of the locking system.
    online: bool | None
    online_since: str | None
    # `unknown`: never heard, or its contact cannot be read.
    door_state: Literal["open", "closed", "unknown"]
    # The last confirmed state of the hold relay.
    hold_open: bool
    door_mode: LockDoorMode | None
    features: LockFeatures
    # While the contact of the door is wired and cannot be read: why, in words.
    contact_fault: NotRequired[str]
    # The emergency that rules the door, if any.
    emergency: NotRequired[Literal["lockdown", "evacuation"]]
    # While the door is under a guided test, which raises no alarm in the dashboard: until when.
    under_test_until: NotRequired[str]
    # While the door is under maintenance, and its alarms are muted: until when.
    maintenance_until: NotRequired[str]


class CommandLock(TypedDict):
    id: int
    name: str
    place: str


class CommandApiKey(TypedDict):
    id: int
    name: str


class Command(TypedDict):
    id: str
    type: Literal["unlock", "door_mode"]
    lock: CommandLock
    status: Literal["pending", "sent", "confirmed", "failed"]
    reason: Literal["timed_out", "device_missing", "publish_failed", "device_error"] | None
    requested_at: str
    sent_at: str | None
    confirmed_at: str | None
    failed_at: str | None
    expires_at: str
    api_key: CommandApiKey | None


class GatewayLocation(TypedDict):
    id: int
    name: str


class Gateway(TypedDict):
    id: str
    name: str
    location: GatewayLocation
    online: bool
    # Since when it has been online or offline; null if it was never connected.
    online_since: str | None
    last_seen_at: str | None
    agent_version: str | None
    # Records that wait to be acknowledged, as of the last heartbeat.
    journal_depth: float | None
    # As last reported; null if the agent reports none. A field is null if its value is not known.
    health: GatewayHealth | None
    # Its locks at the API key's location and below it.
    locks: list[int]


class GatewayHealthBoardsItem(TypedDict):
    id: str
    ok: bool
    error: str | None


class GatewayHealth(TypedDict):
    disk_free_mb: float | None
    # The disk refuses writes: records are kept in memory only.
    disk_refuses: bool | None
    undervoltage: bool | None
    cpu_temp_c: float | None
    ntp_synced: bool | None
    # Whether the process runs that ends a strike pulse if the agent fails.
    guard_alive: bool | None
    # At most 100.
    boards: list[GatewayHealthBoardsItem]
    cert_expires_at: str | None


class SecurityGroupLocation(TypedDict):
    id: int
    name: str


class SecurityGroup(TypedDict):
    # Unique at its location.
    code: str
    name: str
    location: SecurityGroupLocation
    # Of the locks at the API key's location and below it.
    lock_count: int
    # A directory says over SCIM who is in it, and what its name is.
    directory: bool


class PersonLocation(TypedDict):
    id: int
    name: str


class Person(TypedDict):
    id: str
    name: str
    email: str
    phone: str
    company_name: str
    title: str
    language: str
    location: PersonLocation


class KeyPerson(TypedDict):
    id: str
    name: str
    email: str


class KeyLocation(TypedDict):
    id: int
    name: str


class KeyInvitation(TypedDict):
    id: int
    state: Literal["pending", "activated", "expired", "cancelled"]


class Key(TypedDict):
    id: int
    name: str
    # Null until it is first handed over.
    state: Literal["handed_over", "returned"] | None
    # Null once erased.
    person: KeyPerson | None
    location: KeyLocation
    security_groups: list[str]
    starts_at: str
    expires_at: str | None
    handed_over_at: str | None
    returned_at: str | None
    created_at: str
    updated_at: str
    invitation: KeyInvitation | None


class InvitationKey(TypedDict):
    id: int
    name: str


class InvitationPerson(TypedDict):
    id: str
    name: str
    email: str


class Invitation(TypedDict):
    id: int
    state: Literal["pending", "activated", "expired", "cancelled"]
    # `shown`: sent to no one, but shown on a screen to a visitor.
    channel: Literal["sms", "email", "both", "shown"]
    key: InvitationKey
    # Null once erased.
    person: InvitationPerson | None
    security_groups: list[str]
    starts_at: str
    # The key's; of a key without an end, the link's.
    expires_at: str
    link_expires_at: str
    sent_at: str
    resend_count: int
    activated_at: str | None
    cancelled_at: str | None
    created_at: str


class EmergencyLocation(TypedDict):
    id: int
    name: str


class EmergencyCounts(TypedDict):
    confirmed: int
    pending: int
    unreachable: int
    refused: int


class EmergencyDoorsItemLock(TypedDict):
    id: int
    name: str
    place: str


class EmergencyDoorsItem(TypedDict):
    lock: EmergencyDoorsItemLock
    # In an emergency that another outranks at the door, `pending`. `unreachable` and `refused` may still become `confirmed`, except in a drill for a gateway that is offline.
    state: Literal["confirmed", "pending", "unreachable", "refused"]
    reason: Literal["offline", "no_hold_relay", "device_error", "timed_out"] | None
    confirmed_at: str | None


class Emergency(TypedDict):
    id: str
    mode: Literal["lockdown", "evacuation"]
    location: EmergencyLocation
    reason: str
    drill: bool
    started_at: str
    ended_at: str | None
    actor: Actor
    counts: EmergencyCounts
    # Every remote lock at the location and below.
    doors: list[EmergencyDoorsItem]


class ActorKey(TypedDict):
    id: int
    name: str


class ActorApiKey(TypedDict):
    id: int
    name: str


class Actor(TypedDict):
    type: Literal["user", "manager", "api_key"]
    person: None
    # Behind an arming by the app or the interface.
    key: ActorKey | None
    api_key: ActorApiKey | None


class AccessEventApiKey(TypedDict):
    id: int
    name: str


class AccessEventLock(TypedDict):
    id: int
    name: str
    place: str


class AccessEventLocation(TypedDict):
    id: int
    name: str


class AccessEventPerson(TypedDict):
    id: str
    name: str
    email: str


class AccessEventKey(TypedDict):
    id: int
    name: str


class AccessEvent(TypedDict):
    id: int
    type: Literal["access.granted", "access.denied", "door.closed", "door.left_open"]
    occurred_at: str
    result: Literal["success", "denied"]
    reason: str | None
    # The locking system's name, `app` or `device`.
    source: str
    api_key: AccessEventApiKey | None
    lock: AccessEventLock
    location: AccessEventLocation
    person: AccessEventPerson | None
    key: AccessEventKey | None
    # Of `access.granted` and `unlock.failed`: the unlock command that it came from, if any.
    command_id: NotRequired[str | None]


class DoorEventLock(TypedDict):
    id: int
    name: str
    place: str


class DoorEventLocation(TypedDict):
    id: int
    name: str


class DoorEvent(TypedDict):
    id: int
    type: Literal["door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline"]
    occurred_at: str
    lock: DoorEventLock
    location: DoorEventLocation
    source: str
    actor: dict[str, Any] | None
    # The same as in the webhook of the event.
    details: dict[str, Any]
    # Of `lock.hold_open.*`: the command that it came from, if any.
    command_id: NotRequired[str | None]
    online: NotRequired[bool]
    since: NotRequired[str]
    # Why an opening was judged as it was: `verdict`, `text`, and the evidence. `reported_at` is the time by the clock of the gateway, if that was in the future; `occurred_at` is then the time of receipt.
    explanation: dict[str, Any] | None


class Change(TypedDict):
    # Goes on behind this change.
    cursor: str
    # The change's own, the same at each reading.
    id: str
    type: Literal["access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed", "door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline", "key.activated", "key.revoked", "key.issued", "person.created", "person.updated", "person.deleted", "emergency.started", "emergency.ended"]
    occurred_at: str
    recorded_at: str
    # As in the webhook of this type, with people's and locks' names as they are now.
    data: dict[str, Any]
    # The command that an `access.granted`, `unlock.failed` or `lock.hold_open.*` came from, if any.
    command_id: str | None
    # An alarm of a lock under maintenance: no webhook was sent of it.
    muted: NotRequired[Literal[True]]


class WebhookSubscription(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str
    format: Literal["service", "standard"]
    # Of these locks alone; empty: of all, see `location_ids`.
    lock_ids: list[int]
    # Of these locations and below; empty beside empty `lock_ids`: of all.
    location_ids: list[int]
    heartbeat_minutes: int | None
    status: Literal["active", "paused"]
    # Start of the current failure streak.
    failing_since: str | None
    # When something was last delivered.
    last_delivery_at: str | None
    created_at: str


class WebhookSubscriptionWithSecret(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str
    format: Literal["service", "standard"]
    # Of these locks alone; empty: of all, see `location_ids`.
    lock_ids: list[int]
    # Of these locations and below; empty beside empty `lock_ids`: of all.
    location_ids: list[int]
    heartbeat_minutes: int | None
    status: Literal["active", "paused"]
    # Start of the current failure streak.
    failing_since: str | None
    # When something was last delivered.
    last_delivery_at: str | None
    created_at: str
    # Signs every delivery. Shown here only, and never again.
    secret: str


class WebhookSubscriptionWithNewSecret(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str
    format: Literal["service", "standard"]
    # Of these locks alone; empty: of all, see `location_ids`.
    lock_ids: list[int]
    # Of these locations and below; empty beside empty `lock_ids`: of all.
    location_ids: list[int]
    heartbeat_minutes: int | None
    status: Literal["active", "paused"]
    # Start of the current failure streak.
    failing_since: str | None
    # When something was last delivered.
    last_delivery_at: str | None
    created_at: str
    # Signs every delivery. Shown here only, and never again.
    secret: str
    # Until then deliveries are signed with the previous secret too.
    previous_secret_until: str


class WebhookDelivery(TypedDict):
    # Stable across retries; the `id` of the envelope.
    id: str
    subscription_id: str
    event_type: str
    # Of the source event; of a redelivery, the original delivery.
    event_id: str
    status: Literal["pending", "retrying", "delivered", "exhausted", "failed"]
    # Attempts made so far.
    attempt: int
    response_status: int | None
    last_error: str | None
    next_attempt_at: str | None
    delivered_at: str | None
    created_at: str
    # `data` of the envelope.
    payload: dict[str, Any]


class AccessEventDataApiKey(TypedDict):
    id: int
    name: str


class AccessEventDataLock(TypedDict):
    id: int
    name: str
    place: str


class AccessEventDataLocation(TypedDict):
    id: int
    name: str


class AccessEventDataPerson(TypedDict):
    id: str
    name: str
    email: str


class AccessEventDataKey(TypedDict):
    id: int
    name: str


class AccessEventData(TypedDict):
    id: int
    type: Literal["access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed"]
    occurred_at: str
    result: Literal["success", "denied"]
    reason: str | None
    # The locking system's name, `app` or `device`.
    source: str
    api_key: AccessEventDataApiKey | None
    lock: AccessEventDataLock
    location: AccessEventDataLocation
    person: AccessEventDataPerson | None
    key: AccessEventDataKey | None
    # Of `access.granted` and `unlock.failed`: the unlock command that it came from, if any.
    command_id: NotRequired[str | None]


class DeviceEventDataLock(TypedDict):
    id: int
    name: str
    place: str


class DeviceEventDataLocation(TypedDict):
    id: int
    name: str


class DeviceEventData(TypedDict):
    lock: DeviceEventDataLock
    location: DeviceEventDataLocation
    occurred_at: str
    source: Literal["device", "exit_button", "schedule", "manager", "app", "api"]
    # Of holds and maintenance alone; null for a schedule and an expiry.
    actor: Actor | None
    # Empty except for a failed hold, and maintenance.
    details: dict[str, Any]
    # Of `door.forced`: the evidence, as in `GET /door_events`.
    explanation: NotRequired[dict[str, Any]]
    # Of `lock.hold_open.*`: the command that it came from, if any.
    command_id: NotRequired[str | None]


class PresenceEventDataLock(TypedDict):
    id: int
    name: str
    place: str


class PresenceEventDataLocation(TypedDict):
    id: int
    name: str


class PresenceEventData(TypedDict):
    lock: PresenceEventDataLock
    location: PresenceEventDataLocation
    online: bool
    # Of the change.
    since: str


class KeyEventDataPerson(TypedDict):
    id: str
    name: str
    email: str


class KeyEventDataKey(TypedDict):
    id: int
    name: str
    state: Literal["handed_over", "returned"]


class KeyEventData(TypedDict):
    # Of the key.
    id: int
    type: Literal["key.activated", "key.revoked"]
    occurred_at: str
    # Null once erased.
    person: KeyEventDataPerson | None
    key: KeyEventDataKey


class KeyIssuedDataPerson(TypedDict):
    id: str
    name: str
    email: str


class KeyIssuedData(TypedDict):
    invitation_id: int
    # `shown`: sent to no one, but shown on a screen to a visitor.
    channel: Literal["sms", "email", "both", "shown"]
    # Null once erased.
    person: KeyIssuedDataPerson | None
    security_groups: list[str]
    starts_at: str
    # The key's end; of a key without one, the link's.
    expires_at: str


class PersonUpdatedDataLocation(TypedDict):
    id: int
    name: str


class PersonUpdatedData(TypedDict):
    id: str
    name: str
    email: str
    phone: str
    company_name: str
    title: str
    language: str
    location: PersonUpdatedDataLocation
    changed_fields: list[Literal["name", "email", "phone", "company_name", "title", "language"]]


class PersonDeletedDataLocation(TypedDict):
    id: int
    name: str


class PersonDeletedData(TypedDict):
    id: str
    name: str
    email: str
    location: PersonDeletedDataLocation


class EmergencyDataLocation(TypedDict):
    id: int
    name: str


class EmergencyDataCounts(TypedDict):
    confirmed: int
    pending: int
    unreachable: int
    refused: int


class EmergencyData(TypedDict):
    id: str
    mode: Literal["lockdown", "evacuation"]
    location: EmergencyDataLocation
    reason: str
    drill: bool
    started_at: str
    ended_at: str | None
    actor: Actor
    counts: EmergencyDataCounts


class PingData(TypedDict):
    message: Literal["pong"]


class HeartbeatData(TypedDict):
    # When to expect the next one.
    interval_minutes: int


class ErrorErrorDetailsItem(TypedDict):
    # Where in the body, such as `security_groups[0]`; empty for the body as a whole.
    field: str
    code: Literal["invalid", "unknown_field", "reserved_name", "unknown_security_group", "sms_disabled", "limit_reached"]
    message: str


class ErrorError(TypedDict):
    code: Literal["invalid_request", "unauthenticated", "insufficient_scope", "not_available", "forbidden", "lock_not_allowed", "outside_time_window", "hold_not_allowed", "not_found", "cursor_expired", "locksys_rejected", "invitation_not_pending", "idempotency_conflict", "idempotency_in_progress", "subscription_paused", "lock_not_remote", "lock_offline", "emergency", "no_emergency", "validation_failed", "entitlement_exceeded", "rate_limited", "server_error", "publish_failed"]
    message: str
    # Present only for `cursor_expired`: lies before the oldest change that is kept.
    oldest_cursor: NotRequired[str]
    # Present only for `validation_failed`.
    details: NotRequired[list[ErrorErrorDetailsItem]]


class Error(TypedDict):
    error: ErrorError


class GetLocksAnswer(TypedDict):
    data: list[Lock]
    next_cursor: str | None


class PostLocksByIdUnlockBody(TypedDict):
    # In your own words, for the audit log.
    reason: NotRequired[str]


class PostLocksByIdDoorModeBodyStayOpen(TypedDict):
    mode: Literal["stay_open"]
    expires_at: NotRequired[str | None]


class PostLocksByIdDoorModeBodyAuto(TypedDict):
    mode: Literal["auto"]


class PostLocksByIdDoorModeBodyClosed(TypedDict):
    mode: Literal["closed"]


class PutLocksByIdMaintenanceBody(TypedDict):
    until: str
    # In your own words, for people.
    reason: str


class GetGatewaysAnswer(TypedDict):
    data: list[Gateway]
    next_cursor: str | None


class GetSecurityGroupsAnswer(TypedDict):
    data: list[SecurityGroup]
    next_cursor: str | None


class GetPeopleAnswer(TypedDict):
    data: list[Person]
    next_cursor: str | None


class PostPeopleBody(TypedDict):
    name: str
    email: NotRequired[str]
    # International format with a leading `+`; kept as E.164.
    phone: NotRequired[str]
    company_name: NotRequired[str]
    title: NotRequired[str]
    # BCP 47.
    language: NotRequired[str]
    # The API key's location or one below it.
    location_id: NotRequired[int]


class PutPeopleByIdBody(TypedDict):
    name: NotRequired[str]
    email: NotRequired[str]
    # International format with a leading `+`; kept as E.164.
    phone: NotRequired[str]
    company_name: NotRequired[str]
    title: NotRequired[str]
    # BCP 47.
    language: NotRequired[str]
    # The API key's location or one below it.
    location_id: NotRequired[int]


class GetKeysAnswer(TypedDict):
    data: list[Key]
    next_cursor: str | None


class PostKeysBody(TypedDict):
    person_id: str
    name: str
    # Codes of the key's location.
    security_groups: list[str]
    channel: Literal["sms", "email", "both"]
    # Now when left out.
    starts_at: NotRequired[str]
    # Null, or left out: without an end.
    expires_at: NotRequired[str | None]


class PatchKeysByIdBody(TypedDict):
    name: NotRequired[str]
    # Codes of the key's location.
    security_groups: NotRequired[list[str]]
    starts_at: NotRequired[str]
    # Null takes the end away.
    expires_at: NotRequired[str | None]


class GetInvitationsAnswer(TypedDict):
    data: list[Invitation]
    next_cursor: str | None


class PostLocationsByIdEmergencyBody(TypedDict):
    mode: Literal["lockdown", "evacuation", "none"]
    # In your own words; shown to everyone who sees the emergency.
    reason: str
    # Asks every gateway for an answer, and moves no door.
    drill: NotRequired[bool]


class GetEmergenciesAnswer(TypedDict):
    data: list[Emergency]
    next_cursor: str | None


class GetEventsAnswer(TypedDict):
    data: list[AccessEvent]
    next_cursor: str | None


class GetDoorEventsAnswer(TypedDict):
    data: list[DoorEvent]
    next_cursor: str | None


class GetChangesAnswer(TypedDict):
    data: list[Change]
    # What to ask with next.
    next_cursor: str
    has_more: bool


class GetStatusAnswerService(TypedDict):
    version: str
    time: str


class GetStatusAnswerGateways(TypedDict):
    total: int
    online: int
    offline: int


class GetStatusAnswer(TypedDict):
    service: GetStatusAnswerService
    gateways: GetStatusAnswerGateways
    # Before the oldest change that is kept.
    oldest_cursor: str
    # Behind the newest change.
    latest_cursor: str


class GetWebhooksAnswer(TypedDict):
    data: list[WebhookSubscription]
    next_cursor: str | None


class PostWebhooksBody(TypedDict):
    # https:// and a public host; any port.
    url: str
    # `["*"]` for every type, or names of events; not both.
    events: list[Literal["*", "access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed", "door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline", "key.activated", "key.revoked", "key.issued", "person.created", "person.updated", "person.deleted", "emergency.started", "emergency.ended"]]
    description: NotRequired[str]
    # `standard` adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, keyed with the bytes behind `whsec_`. Its libraries refuse a secret with `-` or `_`, as those made earlier may have: rotate it then.
    format: NotRequired[Literal["service", "standard"]]
    # Only events of these locks: those of people and keys are none of them. With both lists, what either of them names; both empty: everything in the scope of the subscription.
    lock_ids: NotRequired[list[int]]
    # Only events of these locations and of all below them. With both lists, what either of them names; both empty: everything in the scope of the subscription.
    location_ids: NotRequired[list[int]]
    # Minutes between two deliveries of the type `heartbeat`, while the subscription is active; null: none. None is made while the last one waits for its receiver.
    heartbeat_minutes: NotRequired[int | None]


class PatchWebhooksByIdBody(TypedDict):
    # https:// and a public host; any port.
    url: NotRequired[str]
    # `["*"]` for every type, or names of events; not both.
    events: NotRequired[list[Literal["*", "access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed", "door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline", "key.activated", "key.revoked", "key.issued", "person.created", "person.updated", "person.deleted", "emergency.started", "emergency.ended"]]]
    description: NotRequired[str]
    # `standard` adds the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks, keyed with the bytes behind `whsec_`. Its libraries refuse a secret with `-` or `_`, as those made earlier may have: rotate it then.
    format: NotRequired[Literal["service", "standard"]]
    # Only events of these locks: those of people and keys are none of them. With both lists, what either of them names; both empty: everything in the scope of the subscription.
    lock_ids: NotRequired[list[int]]
    # Only events of these locations and of all below them. With both lists, what either of them names; both empty: everything in the scope of the subscription.
    location_ids: NotRequired[list[int]]
    # Minutes between two deliveries of the type `heartbeat`, while the subscription is active; null: none. None is made while the last one waits for its receiver.
    heartbeat_minutes: NotRequired[int | None]
    status: NotRequired[Literal["active", "paused"]]


class GetWebhooksByIdDeliveriesAnswer(TypedDict):
    data: list[WebhookDelivery]
    next_cursor: str | None


class GetOpenapiJsonAnswer(TypedDict):
    pass


# The fields of the envelope that, taken together, are the same in every delivery of one event.
DEDUPLICATE_BY: Final[Mapping[str, tuple[str, ...]]] = {
    "access.granted": ("type", "data.id",),
    "access.denied": ("type", "data.id",),
    "door.closed": ("type", "data.id",),
    "door.left_open": ("type", "data.id",),
    "unlock.failed": ("type", "data.id",),
    "door.opened": ("id",),
    "door.forced": ("id",),
    "door.exit_button": ("id",),
    "lock.hold_open.started": ("id",),
    "lock.hold_open.ended": ("id",),
    "lock.hold_open.failed": ("id",),
    "lock.maintenance.started": ("id",),
    "lock.maintenance.ended": ("id",),
    "lock.online": ("id",),
    "lock.offline": ("id",),
    "key.activated": ("type", "data.id", "data.occurred_at",),
    "key.revoked": ("type", "data.id", "data.occurred_at",),
    "key.issued": ("id",),
    "person.created": ("type", "data.id",),
    "person.updated": ("id",),
    "person.deleted": ("type", "data.id",),
    "emergency.started": ("type", "data.id",),
    "emergency.ended": ("type", "data.id",),
    "ping": ("id",),
    "heartbeat": ("id",),
}


# The requests that may carry an `Idempotency-Key`.
TAKES_IDEMPOTENCY_KEY: Final[frozenset[str]] = frozenset([
    "POST /people",
    "POST /keys",
    "POST /locations/{id}/emergency",
    "POST /webhooks",
    "POST /webhooks/{id}/rotate-secret",
])


class Operations:
    """A call for each operation of the interface. Errors are raised as `DoorAccessError`."""

    transport: Transport

    def get_locks(
        self,
        *,
        location_id: int | None = None,
        type: Literal["remote", "locksys"] | None = None,
        security_group: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetLocksAnswer:
        """List locks, newest first

        Needs the scope `catalog:read`.
        """
        return cast(GetLocksAnswer, self.transport.request("GET", "/locks", query={"location_id": location_id, "type": type, "security_group": security_group, "cursor": cursor, "limit": limit}))

    def iterate_locks(
        self,
        *,
        location_id: int | None = None,
        type: Literal["remote", "locksys"] | None = None,
        security_group: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Lock]:
        """Every item of `get_locks`, page after page."""
        return iterate(lambda cursor: self.get_locks(location_id=location_id, type=type, security_group=security_group, limit=limit, cursor=cursor))

    def get_locks_by_id(self, id: int) -> Lock:
        """Read one lock

        Needs the scope `catalog:read`.
        """
        return cast(Lock, self.transport.request("GET", "/locks/{id}", path_values={"id": id}))

    def post_locks_by_id_unlock(
        self,
        id: int,
        body: PostLocksByIdUnlockBody,
        *,
        wait: int | None = None,
    ) -> Command:
        """Unlock a remote lock for its strike time

        The command expires 10 seconds after the request. With `wait` the answer comes once the door has confirmed or failed; otherwise follow the command with `GET /locks/{id}/commands/{command_id}`. One that the device never confirms emits `unlock.failed`.

        Needs the scope `locks:control`.
        """
        return cast(Command, self.transport.request("POST", "/locks/{id}/unlock", path_values={"id": id}, query={"wait": wait}, body=body))

    def post_locks_by_id_door_mode(
        self,
        id: int,
        body: PostLocksByIdDoorModeBodyStayOpen | PostLocksByIdDoorModeBodyAuto | PostLocksByIdDoorModeBodyClosed,
    ) -> Command:
        """Hold a door open, let it follow its schedule, or keep it closed

        `stay_open` holds until `expires_at`, or until ended; `auto` clears an override and follows the schedule; `closed` ends any hold, and the rest of the current schedule block with it.

        Needs the scope `locks:control`.
        """
        return cast(Command, self.transport.request("POST", "/locks/{id}/door-mode", path_values={"id": id}, body=body))

    def put_locks_by_id_maintenance(self, id: int, body: PutLocksByIdMaintenanceBody) -> Lock:
        """Mute the alarms of a remote lock for the time that someone works on it

        Until `until`, at most 24 hours away, `door.forced` and `door.left_open` of the lock raise no alarm and are not sent to webhooks; they are recorded as usual, and `GET /changes` marks them `muted`. `lock.maintenance.started` and `lock.maintenance.ended` are sent in their place; the latter says what was muted. Asked for again, it goes on until the new time.

        Needs the scope `locks:control`.
        """
        return cast(Lock, self.transport.request("PUT", "/locks/{id}/maintenance", path_values={"id": id}, body=body))

    def delete_locks_by_id_maintenance(self, id: int) -> Lock:
        """End the maintenance of a lock before its time

        Where none is in force, nothing changes.

        Needs the scope `locks:control`.
        """
        return cast(Lock, self.transport.request("DELETE", "/locks/{id}/maintenance", path_values={"id": id}))

    def get_locks_by_id_commands_by_command_id(
        self,
        id: int,
        command_id: str,
        *,
        wait: int | None = None,
    ) -> Command:
        """Read a command, waiting for its end if asked to

        Needs the scope `locks:control`.
        """
        return cast(Command, self.transport.request("GET", "/locks/{id}/commands/{command_id}", path_values={"id": id, "command_id": command_id}, query={"wait": wait}))

    def get_gateways(self, *, cursor: str | None = None, limit: int | None = None) -> GetGatewaysAnswer:
        """List gateways and how they are, newest first

        Needs the scope `catalog:read`.
        """
        return cast(GetGatewaysAnswer, self.transport.request("GET", "/gateways", query={"cursor": cursor, "limit": limit}))

    def iterate_gateways(self, *, limit: int | None = None) -> Iterator[Gateway]:
        """Every item of `get_gateways`, page after page."""
        return iterate(lambda cursor: self.get_gateways(limit=limit, cursor=cursor))

    def get_security_groups(
        self,
        *,
        location_id: int | None = None,
        lock_id: int | None = None,
        search: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetSecurityGroupsAnswer:
        """List security groups, newest first

        Needs the scope `catalog:read`.
        """
        return cast(GetSecurityGroupsAnswer, self.transport.request("GET", "/security_groups", query={"location_id": location_id, "lock_id": lock_id, "search": search, "cursor": cursor, "limit": limit}))

    def iterate_security_groups(
        self,
        *,
        location_id: int | None = None,
        lock_id: int | None = None,
        search: str | None = None,
        limit: int | None = None,
    ) -> Iterator[SecurityGroup]:
        """Every item of `get_security_groups`, page after page."""
        return iterate(lambda cursor: self.get_security_groups(location_id=location_id, lock_id=lock_id, search=search, limit=limit, cursor=cursor))

    def get_people(
        self,
        *,
        email: str | None = None,
        phone: str | None = None,
        location_id: int | None = None,
        q: str | None = None,
        search: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetPeopleAnswer:
        """List people, newest first

        Needs the scope `people:read` or `people:write`.
        """
        return cast(GetPeopleAnswer, self.transport.request("GET", "/people", query={"email": email, "phone": phone, "location_id": location_id, "q": q, "search": search, "cursor": cursor, "limit": limit}))

    def iterate_people(
        self,
        *,
        email: str | None = None,
        phone: str | None = None,
        location_id: int | None = None,
        q: str | None = None,
        search: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Person]:
        """Every item of `get_people`, page after page."""
        return iterate(lambda cursor: self.get_people(email=email, phone=phone, location_id=location_id, q=q, search=search, limit=limit, cursor=cursor))

    def post_people(self, body: PostPeopleBody, *, idempotency_key: str | None = None) -> Person:
        """Create a person, or find the one with this phone and e-mail

        Where every identifier given (phone, e-mail) is that of one person already there, the answer is 200 with that person as it is.

        Needs the scope `people:write`.
        """
        return cast(Person, self.transport.request("POST", "/people", body=body, idempotency_key=idempotency_key))

    def get_people_by_id(self, id: str) -> Person:
        """Read one person

        Needs the scope `people:read` or `people:write`.
        """
        return cast(Person, self.transport.request("GET", "/people/{id}", path_values={"id": id}))

    def put_people_by_id(self, id: str, body: PutPeopleByIdBody) -> Person:
        """Change a person

        Changes the fields given, at least one, and leaves the rest.

        Needs the scope `people:write`.
        """
        return cast(Person, self.transport.request("PUT", "/people/{id}", path_values={"id": id}, body=body))

    def delete_people_by_id(self, id: str, *, hard: bool | None = None) -> None:
        """Delete a person, taking all keys back first

        Needs the scope `people:write`.
        """
        self.transport.request("DELETE", "/people/{id}", path_values={"id": id}, query={"hard": hard})

    def get_keys(
        self,
        *,
        person_id: str | None = None,
        state: Literal["handed_over", "returned", "none"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetKeysAnswer:
        """List keys, newest first

        Needs the scope `keys:read` or `keys:write`.
        """
        return cast(GetKeysAnswer, self.transport.request("GET", "/keys", query={"person_id": person_id, "state": state, "cursor": cursor, "limit": limit}))

    def iterate_keys(
        self,
        *,
        person_id: str | None = None,
        state: Literal["handed_over", "returned", "none"] | None = None,
        limit: int | None = None,
    ) -> Iterator[Key]:
        """Every item of `get_keys`, page after page."""
        return iterate(lambda cursor: self.get_keys(person_id=person_id, state=state, limit=limit, cursor=cursor))

    def post_keys(self, body: PostKeysBody, *, idempotency_key: str | None = None) -> Key:
        """Issue a key and send its invitation

        Sends an invitation by SMS, e-mail or both on every call. The key is in use once the recipient activates the link: `key.activated`.

        Needs the scope `keys:write`.
        """
        return cast(Key, self.transport.request("POST", "/keys", body=body, idempotency_key=idempotency_key))

    def get_keys_by_id(self, id: int) -> Key:
        """Read one key

        Needs the scope `keys:read` or `keys:write`.
        """
        return cast(Key, self.transport.request("GET", "/keys/{id}", path_values={"id": id}))

    def patch_keys_by_id(self, id: int, body: PatchKeysByIdBody) -> Key:
        """Change a key

        Changes the fields given, at least one. A returned key cannot be changed.

        Needs the scope `keys:write`.
        """
        return cast(Key, self.transport.request("PATCH", "/keys/{id}", path_values={"id": id}, body=body))

    def delete_keys_by_id(self, id: int) -> Key:
        """Take a key back

        The key becomes `returned` and its pending invitation is cancelled. One returned before stays as it is.

        Needs the scope `keys:write`.
        """
        return cast(Key, self.transport.request("DELETE", "/keys/{id}", path_values={"id": id}))

    def get_invitations(
        self,
        *,
        state: Literal["pending", "activated", "expired", "cancelled"] | None = None,
        key_id: int | None = None,
        person_id: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetInvitationsAnswer:
        """List invitations, newest first

        Needs the scope `keys:read` or `keys:write`.
        """
        return cast(GetInvitationsAnswer, self.transport.request("GET", "/invitations", query={"state": state, "key_id": key_id, "person_id": person_id, "cursor": cursor, "limit": limit}))

    def iterate_invitations(
        self,
        *,
        state: Literal["pending", "activated", "expired", "cancelled"] | None = None,
        key_id: int | None = None,
        person_id: str | None = None,
        limit: int | None = None,
    ) -> Iterator[Invitation]:
        """Every item of `get_invitations`, page after page."""
        return iterate(lambda cursor: self.get_invitations(state=state, key_id=key_id, person_id=person_id, limit=limit, cursor=cursor))

    def get_invitations_by_id(self, id: int) -> Invitation:
        """Read one invitation

        Needs the scope `keys:read` or `keys:write`.
        """
        return cast(Invitation, self.transport.request("GET", "/invitations/{id}", path_values={"id": id}))

    def delete_invitations_by_id(self, id: int) -> Invitation:
        """Cancel an invitation

        Needs the scope `keys:write`.
        """
        return cast(Invitation, self.transport.request("DELETE", "/invitations/{id}", path_values={"id": id}))

    def post_invitations_by_id_resend(self, id: int) -> Invitation:
        """Send the invitation again, with a new link

        The link before is dead at once. Emits no second `key.issued`.

        Needs the scope `keys:write`.
        """
        return cast(Invitation, self.transport.request("POST", "/invitations/{id}/resend", path_values={"id": id}))

    def post_locations_by_id_emergency(
        self,
        id: int,
        body: PostLocationsByIdEmergencyBody,
        *,
        idempotency_key: str | None = None,
    ) -> Emergency:
        """Begin or end a lockdown or an evacuation at a location and below

        `lockdown` lets go of all holds and refuses remote unlocks and door modes; `evacuation` holds every door that has a hold relay, and outranks a lockdown at, above or below its location; `none` ends what is in force at this very location. Exit buttons, mechanical egress and readers of the locking system are not touched. 202 where it begins, 200 where that mode is in force already and for `none`. The API key must control every remote lock at the location and below.

        Needs the scope `locks:control`.
        """
        return cast(Emergency, self.transport.request("POST", "/locations/{id}/emergency", path_values={"id": id}, body=body, idempotency_key=idempotency_key))

    def get_emergencies(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetEmergenciesAnswer:
        """List emergencies and drills, newest first

        A page may be shorter than its limit where emergencies have many doors.

        Needs the scope `locks:control` or `events:read`.
        """
        return cast(GetEmergenciesAnswer, self.transport.request("GET", "/emergencies", query={"cursor": cursor, "limit": limit}))

    def iterate_emergencies(self, *, limit: int | None = None) -> Iterator[Emergency]:
        """Every item of `get_emergencies`, page after page."""
        return iterate(lambda cursor: self.get_emergencies(limit=limit, cursor=cursor))

    def get_emergencies_by_id(self, id: str, *, wait: int | None = None) -> Emergency:
        """Read an emergency with its doors, waiting until all are accounted for if asked to

        Needs the scope `locks:control` or `events:read`.
        """
        return cast(Emergency, self.transport.request("GET", "/emergencies/{id}", path_values={"id": id}, query={"wait": wait}))

    def get_events(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        lock_id: int | None = None,
        person_id: str | None = None,
        type: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetEventsAnswer:
        """List access events

        Returns `access.granted`, `access.denied`, `door.closed` and `door.left_open`.

        Needs the scope `events:read`.
        """
        return cast(GetEventsAnswer, self.transport.request("GET", "/events", query={"since": since, "until": until, "lock_id": lock_id, "person_id": person_id, "type": type, "order": order, "cursor": cursor, "limit": limit}))

    def iterate_events(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        lock_id: int | None = None,
        person_id: str | None = None,
        type: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        limit: int | None = None,
    ) -> Iterator[AccessEvent]:
        """Every item of `get_events`, page after page."""
        return iterate(lambda cursor: self.get_events(since=since, until=until, lock_id=lock_id, person_id=person_id, type=type, order=order, limit=limit, cursor=cursor))

    def get_door_events(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        lock_id: int | None = None,
        person_id: str | None = None,
        type: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetDoorEventsAnswer:
        """List door and presence events

        Lets a subscriber that was paused catch up on alarms, each with the reason for its verdict.

        Needs the scope `events:read`.
        """
        return cast(GetDoorEventsAnswer, self.transport.request("GET", "/door_events", query={"since": since, "until": until, "lock_id": lock_id, "person_id": person_id, "type": type, "order": order, "cursor": cursor, "limit": limit}))

    def iterate_door_events(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        lock_id: int | None = None,
        person_id: str | None = None,
        type: str | None = None,
        order: Literal["desc", "asc"] | None = None,
        limit: int | None = None,
    ) -> Iterator[DoorEvent]:
        """Every item of `get_door_events`, page after page."""
        return iterate(lambda cursor: self.get_door_events(since=since, until=until, lock_id=lock_id, person_id=person_id, type=type, order=order, limit=limit, cursor=cursor))

    def get_changes(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> GetChangesAnswer:
        """Read what happened, in the order in which it was recorded

        A reader that goes on from `next_cursor` sees each change once and misses none, also those that a gateway delivers late. `person.*` needs `people:read` besides, `key.*` needs `keys:read`; without it they are left out. With `Accept: text/event-stream` the same comes as server-sent events: `id` is the cursor, `event` the type, `data` the change.

        Needs the scope `events:read`.
        """
        return cast(GetChangesAnswer, self.transport.request("GET", "/changes", query={"after": after, "types": types, "limit": limit, "wait": wait}))

    def get_status(self) -> GetStatusAnswer:
        """Read the state of the service, and of the gateways of the key

        Needs the scope `catalog:read` or `people:read` or `people:write` or `keys:read` or `keys:write` or `locks:control` or `events:read` or `webhooks:manage`.
        """
        return cast(GetStatusAnswer, self.transport.request("GET", "/status"))

    def get_webhooks(self, *, cursor: str | None = None, limit: int | None = None) -> GetWebhooksAnswer:
        """List webhook subscriptions

        Of the API key's location and its descendants, newest first.

        Needs the scope `webhooks:manage`.
        """
        return cast(GetWebhooksAnswer, self.transport.request("GET", "/webhooks", query={"cursor": cursor, "limit": limit}))

    def iterate_webhooks(self, *, limit: int | None = None) -> Iterator[WebhookSubscription]:
        """Every item of `get_webhooks`, page after page."""
        return iterate(lambda cursor: self.get_webhooks(limit=limit, cursor=cursor))

    def post_webhooks(
        self,
        body: PostWebhooksBody,
        *,
        idempotency_key: str | None = None,
    ) -> WebhookSubscriptionWithSecret:
        """Create a webhook subscription

        Receives events of the API key's location and its descendants. A location holds at most five active ones. The `secret` in the answer is shown only once.

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookSubscriptionWithSecret, self.transport.request("POST", "/webhooks", body=body, idempotency_key=idempotency_key))

    def get_webhooks_by_id(self, id: str) -> WebhookSubscription:
        """Read a webhook subscription

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookSubscription, self.transport.request("GET", "/webhooks/{id}", path_values={"id": id}))

    def patch_webhooks_by_id(self, id: str, body: PatchWebhooksByIdBody) -> WebhookSubscription:
        """Change, pause or resume a webhook subscription

        Changes the fields given, at least one. Pausing fails the deliveries that wait; resuming clears the failure streak. The secret stays as it is.

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookSubscription, self.transport.request("PATCH", "/webhooks/{id}", path_values={"id": id}, body=body))

    def delete_webhooks_by_id(self, id: str) -> None:
        """Delete a webhook subscription

        Deliveries that wait fail, and the location may have another active subscription.

        Needs the scope `webhooks:manage`.
        """
        self.transport.request("DELETE", "/webhooks/{id}", path_values={"id": id})

    def post_webhooks_by_id_rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: str | None = None,
    ) -> WebhookSubscriptionWithNewSecret:
        """Give a webhook subscription a new secret

        For 24 hours each delivery has two signatures in its header, `t=…,v1=…,v1=…`: of the new secret, then of the previous one. A receiver that accepts a delivery if any `v1` is right can change its secret at any time in between. A second rotation ends the older of the two at once. The `secret` in the answer is shown only once.

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookSubscriptionWithNewSecret, self.transport.request("POST", "/webhooks/{id}/rotate-secret", path_values={"id": id}, idempotency_key=idempotency_key))

    def post_webhooks_by_id_ping(self, id: str) -> WebhookDelivery:
        """Send a ping now

        One attempt, waited for: the answer shows what the url answered. Works on a paused subscription, and changes neither its status nor its failure streak.

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookDelivery, self.transport.request("POST", "/webhooks/{id}/ping", path_values={"id": id}))

    def get_webhooks_by_id_deliveries(
        self,
        id: str,
        *,
        status: Literal["pending", "retrying", "delivered", "exhausted", "failed"] | None = None,
        event_type: Literal["access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed", "door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline", "key.activated", "key.revoked", "key.issued", "person.created", "person.updated", "person.deleted", "emergency.started", "emergency.ended", "ping", "heartbeat"] | None = None,
        since: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> GetWebhooksByIdDeliveriesAnswer:
        """List deliveries

        Of one subscription, newest first.

        Needs the scope `webhooks:manage`.
        """
        return cast(GetWebhooksByIdDeliveriesAnswer, self.transport.request("GET", "/webhooks/{id}/deliveries", path_values={"id": id}, query={"status": status, "event_type": event_type, "since": since, "cursor": cursor, "limit": limit}))

    def iterate_webhooks_by_id_deliveries(
        self,
        id: str,
        *,
        status: Literal["pending", "retrying", "delivered", "exhausted", "failed"] | None = None,
        event_type: Literal["access.granted", "access.denied", "door.closed", "door.left_open", "unlock.failed", "door.opened", "door.forced", "door.exit_button", "lock.hold_open.started", "lock.hold_open.ended", "lock.hold_open.failed", "lock.maintenance.started", "lock.maintenance.ended", "lock.online", "lock.offline", "key.activated", "key.revoked", "key.issued", "person.created", "person.updated", "person.deleted", "emergency.started", "emergency.ended", "ping", "heartbeat"] | None = None,
        since: str | None = None,
        limit: int | None = None,
    ) -> Iterator[WebhookDelivery]:
        """Every item of `get_webhooks_by_id_deliveries`, page after page."""
        return iterate(lambda cursor: self.get_webhooks_by_id_deliveries(id=id, status=status, event_type=event_type, since=since, limit=limit, cursor=cursor))

    def post_webhooks_by_id_deliveries_by_delivery_id_redeliver(
        self,
        id: str,
        delivery_id: str,
    ) -> WebhookDelivery:
        """Deliver again

        Makes a new delivery of the same event, whatever became of the original, with the whole retry ladder before it. Its `event_id` is the original delivery's id.

        Needs the scope `webhooks:manage`.
        """
        return cast(WebhookDelivery, self.transport.request("POST", "/webhooks/{id}/deliveries/{delivery_id}/redeliver", path_values={"id": id, "delivery_id": delivery_id}))

    def get_openapi_json(self) -> GetOpenapiJsonAnswer:
        """Read this description

        Needs no API key.
        """
        return cast(GetOpenapiJsonAnswer, self.transport.request("GET", "/openapi.json"))
