// Generated from openapi.json by "node scripts/client.mjs write"; not edited by hand.

/** Fields of the envelope that, taken together, are the same in every delivery of one event. */
export const DEDUPLICATE_BY: Readonly<Record<string, readonly string[]>> = {
  'access.granted': ['type', 'data.id'],
  'access.denied': ['type', 'data.id'],
  'door.closed': ['type', 'data.id'],
  'door.left_open': ['type', 'data.id'],
  'unlock.failed': ['type', 'data.id'],
  'door.opened': ['id'],
  'door.forced': ['id'],
  'door.exit_button': ['id'],
  'lock.hold_open.started': ['id'],
  'lock.hold_open.ended': ['id'],
  'lock.hold_open.failed': ['id'],
  'lock.maintenance.started': ['id'],
  'lock.maintenance.ended': ['id'],
  'lock.online': ['id'],
  'lock.offline': ['id'],
  'key.activated': ['type', 'data.id', 'data.occurred_at'],
  'key.revoked': ['type', 'data.id', 'data.occurred_at'],
  'key.issued': ['id'],
  'person.created': ['type', 'data.id'],
  'person.updated': ['id'],
  'person.deleted': ['type', 'data.id'],
  'emergency.started': ['type', 'data.id'],
  'emergency.ended': ['type', 'data.id'],
  ping: ['id'],
  heartbeat: ['id'],
};

/** The requests that may carry an `Idempotency-Key`. */
export const TAKES_IDEMPOTENCY_KEY: readonly string[] = ['POST /people', 'POST /keys', 'POST /locations/{id}/emergency', 'POST /webhooks', 'POST /webhooks/{id}/rotate-secret'];
