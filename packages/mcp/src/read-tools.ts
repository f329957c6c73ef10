import { list, type Schemas, take } from '@door-access/client';
import { z } from 'zod';
import { ArgumentError } from './refusals.js';
import { type Tool, type ToolContext, tool } from './tool.js';
import { type GroupFacts, judgeHold, judgeKey } from './who-could-open.rules.js';

/* Tools that only read. */

const MAX_DOORS = 200;
const MAX_KEYS = 5_000;
const MAX_GROUPS = 500;
/** Of keys that are for the door and did not open it. */
const MAX_REFUSED = 50;
const HOLDS = 'lock.hold_open.started,lock.hold_open.ended,lock.hold_open.failed';

export const LockId = z.int().positive().describe('The id of a lock, from list_doors.');

type Lock = Schemas['Lock'];

/** The state of a door in words, with its reasons. */
export function describe(lock: Lock): Record<string, unknown> {
  const { id, name, place, location, type, door_state, hold_open, door_mode, online, online_since } = lock;
  const reasons = [
    ...(online === false
      ? [`its gateway is offline since ${online_since ?? 'always'}: the state is the last known`]
      : []),
    ...(lock.contact_fault === undefined ? [] : [`its contact cannot be read: ${lock.contact_fault}`]),
    ...(hold_open
      ? [
          `held unlocked, by ${door_mode?.source ?? 'its gateway'}, until ${door_mode?.expires_at ?? 'it is ended'}`,
        ]
      : []),
    ...(lock.under_test_until === undefined ? [] : [`under a guided test until ${lock.under_test_until}`]),
    ...(lock.maintenance_until === undefined
      ? []
      : [`under maintenance until ${lock.maintenance_until}: its alarms are muted`]),
    ...(type === 'locksys' ? ['it belongs to a locking system: it cannot be opened over the network'] : []),
  ];
  return { id, name, place, location, type, door_state, hold_open, online, door_mode, reasons };
}

const listDoors = tool({
  name: 'list_doors',
  title: 'Doors and their states',
  description:
    'Lists the doors that this API key sees, each with its state (open, closed, unknown), whether it is online or held unlocked, and the reasons.',
  reads: true,
  input: z.strictObject({
    search: z.string().min(1).max(100).optional().describe('Part of the name or the place.'),
  }),
  async run({ client }, { search }) {
    const doors: unknown[] = [];
    let more = false;
    for await (const lock of list(client, '/locks')) {
      if (search && !`${lock.name} ${lock.place}`.toLowerCase().includes(search.toLowerCase())) continue;
      if (doors.length === MAX_DOORS) {
        more = true;
        break;
      }
      doors.push(describe(lock));
    }
    return { doors, ...(more ? { more: `only the first ${MAX_DOORS}: search for the others` } : {}) };
  },
});

const doorState = tool({
  name: 'door_state',
  title: 'One door, and why it is as it is',
  description:
    'The state of one door with its reasons, its last door events (each opening with its explanation) and its last accesses.',
  reads: true,
  input: z.strictObject({ lock_id: LockId }),
  async run({ client }, { lock_id }) {
    const query = { lock_id, limit: 10 };
    const [lock, doorEvents, accesses] = await Promise.all([
      take(client.GET('/locks/{id}', { params: { path: { id: lock_id } } })),
      take(client.GET('/door_events', { params: { query } })),
      take(client.GET('/events', { params: { query } })),
    ]);
    return {
      door: describe(lock),
      door_events: doorEvents.data.map(({ type, occurred_at, source, explanation, details }) => ({
        ...{ type, occurred_at, source, explanation, details },
      })),
      accesses: accesses.data.map(({ type, occurred_at, result, reason, source, person, key }) => ({
        ...{ type, occurred_at, result, reason, source, person, key },
      })),
    };
  },
});

const whoCouldOpen = tool({
  name: 'who_could_open',
  title: 'Who could open a door at a moment, and why',
  description:
    'Lists the people whose keys opened a door at a moment, past or to come, with the reason of each, the keys that are for the door but did not open it then, and whether it was held unlocked.',
  reads: true,
  input: z.strictObject({
    lock_id: LockId,
    at: z.iso
      .datetime({ offset: true })
      .describe('The moment, ISO 8601 with a zone, such as 2026-01-07T02:00:00+02:00.'),
  }),
  async run(context, { lock_id, at }) {
    const { client } = context;
    const moment = Date.parse(at);
    const lock = await take(client.GET('/locks/{id}', { params: { path: { id: lock_id } } }));
    const groups: GroupFacts[] = [];
    for await (const group of list(client, '/security_groups', { query: { lock_id } })) {
      groups.push(group);
      if (groups.length > MAX_GROUPS)
        throw new ArgumentError(
          `lock ${lock_id} is in more than ${MAX_GROUPS} security groups`,
          'Ask about a door in fewer groups: more are not looked through.',
        );
    }
    const { could, could_not, looked } = await judgeKeys(context, groups, moment);
    return {
      door: { id: lock.id, name: lock.name, place: lock.place, location: lock.location },
      at,
      people_with_keys: could,
      keys_that_did_not_open: could_not.slice(0, MAX_REFUSED),
      held_unlocked: await holdAt(context, lock, moment),
      limits: [
        'Keys and security groups are taken as they are now: if one was changed since, the answer for the past is of today.',
        'Programs with API keys and users of the dashboard may unlock remote doors too; the interface does not list them.',
        'Who really opened it, and when, is in door_state and changes_since.',
        ...(looked >= MAX_KEYS ? [`Only the newest ${MAX_KEYS} keys were looked through.`] : []),
      ],
    };
  },
});

async function judgeKeys({ client }: ToolContext, groups: readonly GroupFacts[], moment: number) {
  const could: unknown[] = [];
  const could_not: unknown[] = [];
  let looked = 0;
  if (groups.length > 0)
    for await (const key of list(client, '/keys')) {
      if (++looked > MAX_KEYS) break;
      const verdict = judgeKey(key, groups, moment);
      if (!verdict) continue;
      const { person } = key;
      const found = { person, key: { id: key.id, name: key.name }, why: verdict.why };
      (verdict.opens ? could : could_not).push(found);
    }
  return { could, could_not, looked };
}

async function holdAt({ client, now }: ToolContext, { id, type }: Lock, moment: number) {
  if (type === 'locksys') return { held: false, why: 'a lock of a locking system has no hold relay' };
  if (moment > now()) return { held: null, why: 'the moment is to come' };
  const query = { lock_id: id, type: HOLDS, until: new Date(moment).toISOString(), limit: 1 };
  const { data } = await take(client.GET('/door_events', { params: { query } }));
  return judgeHold(data[0] ?? null);
}

const emergencies = tool({
  name: 'emergencies',
  title: 'Emergencies in force, and the newest that are over',
  description:
    'Lockdowns, evacuations and drills, newest first: where, since when, why, and which doors have not confirmed, with the reason of each.',
  reads: true,
  input: z.strictObject({ limit: z.int().min(1).max(20).default(5) }),
  async run({ client }, { limit }) {
    const page = await take(client.GET('/emergencies', { params: { query: { limit } } }));
    return {
      emergencies: page.data.map(({ doors, ...emergency }) => ({
        ...emergency,
        doors: doors.length,
        not_confirmed: doors
          .filter(({ state }) => state !== 'confirmed')
          .slice(0, MAX_DOORS)
          .map(({ lock, state, reason }) => ({ lock, state, reason })),
      })),
      limits: [
        'An emergency begins and ends by a person: on the dashboard, by doors emergency, or by approving a preview.',
      ],
    };
  },
});

const changesSince = tool({
  name: 'changes_since',
  title: 'What happened since',
  description:
    'What happened, in the sequence in which it was recorded, each once. Without `after` it answers with a cursor of now, from which the next call goes on.',
  reads: true,
  input: z.strictObject({
    after: z.string().min(1).max(500).optional().describe('The next_cursor of an earlier call, or "oldest".'),
    types: z
      .array(z.string().regex(/^[a-z_.]{1,40}$/))
      .max(20)
      .optional()
      .describe('Names of events, such as door.forced.'),
    limit: z.int().min(1).max(100).default(50),
  }),
  async run({ client }, { after = 'now', types, limit }) {
    const query = {
      limit,
      ...(after === 'oldest' ? {} : { after }),
      ...(types === undefined || types.length === 0 ? {} : { types: types.join(',') }),
    };
    const page = (await take(client.GET('/changes', { params: { query } }))) as {
      data: Schemas['Change'][];
      next_cursor: string;
      has_more: boolean;
    };
    return {
      changes: page.data.map(({ type, occurred_at, data }) => ({ type, occurred_at, data })),
      next_cursor: page.next_cursor,
      has_more: page.has_more,
    };
  },
});

export const READ_TOOLS: readonly Tool[] = [listDoors, doorState, whoCouldOpen, emergencies, changesSince];
