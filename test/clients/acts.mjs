// Requests of the shared suite, played through packages/client; runs wherever the client does.
import {
  changes,
  createDoorAccessClient,
  deduplicationKey,
  list,
  take,
  unlock,
  verifyWebhook,
} from '@door-access/client';

let client;
/** What the suite asks for, by name. */
const acts = {
  connect: ({ base_url, api_key }) => {
    client = createDoorAccessClient({ baseUrl: base_url, apiKey: api_key });
  },
  create_person: ({ person }) => take(client.POST('/people', { body: person })),
  read_person: ({ id }) => take(client.GET('/people/{id}', { params: { path: { id } } })),
  delete_person: ({ id }) => take(client.DELETE('/people/{id}', { params: { path: { id } } })),
  list_people: async ({ q, limit }) => {
    const found = [];
    for await (const person of list(client, '/people', { query: { q, limit } })) found.push(person);
    return found;
  },
  all_changes: async ({ types }) => {
    const found = [];
    for await (const change of changes(client, { types, untilLatest: true })) found.push(change);
    return found;
  },
  next_changes: async ({ after, types, count }) => {
    const found = [];
    for await (const change of changes(client, { after, types })) if (found.push(change) === count) break;
    return found;
  },
  unlock: ({ lock_id, reason }) => unlock(client, lock_id, { reason }),
  verify: async ({ secret, body_base64, signature, now, max_age_seconds }) => {
    const rawBody = Uint8Array.from(atob(body_base64), (char) => char.charCodeAt(0));
    const maxAge = max_age_seconds === undefined ? {} : { maxAgeMs: max_age_seconds * 1000 };
    const envelope = await verifyWebhook({ secret, rawBody, signature, now: now * 1000, ...maxAge });
    return { envelope, key: deduplicationKey(envelope) };
  },
};

/** @returns `{ value }`, or `{ error }` with what can be said of it in JSON */
export async function play({ act, given }) {
  try {
    return { value: (await acts[act](given)) ?? null };
  } catch (error) {
    const { name, code = null, status = null, details = [], fault = null, command = null } = error;
    return { error: { name, code, status, details, fault, command } };
  }
}
