// How many records a second the pure rules decide on one core: what `apply` does between loading and writing. Against
// reading the same records from their JSON, which cannot be avoided.
import { randomUUID } from 'node:crypto';
import { decideAll, doorKey } from '../packages/cloud/dist/doors/apply.rules.js';
import { rememberedScheduleAt } from '../packages/cloud/dist/doors/schedule/schedule-days.js';
import { day } from './lib/records.mjs';
import { median, quick, report, say } from './lib/report.mjs';

const GATEWAYS = 20;
const DOORS = 4;
const MESSAGES = 20;
/** Short ones, so that a few that other processes disturb do not count. */
const ROUNDS = quick ? 25 : 75;
const WARM_UP = 3;
/** As many messages as ingest puts into a group. */
const GROUP = 20;
const GOAL = 600_000;
const start = Date.parse('2026-01-07T09:00:00Z');

const gateways = Array.from({ length: GATEWAYS }, (_, index) => {
  const journal = randomUUID();
  const { payloads } = day({ index, doors: DOORS, messages: MESSAGES, journal, boot: randomUUID(), start });
  return { id: randomUUID(), journal, payloads };
});
const records = GATEWAYS * MESSAGES * 100;

/** The rows of all of them as `apply` loads them, before anything has happened. */
function loaded() {
  const doors = gateways.flatMap(({ id }, index) =>
    Array.from({ length: DOORS }, (_, place) => row(id, place + 1, 1 + index * DOORS + place)),
  );
  const gatewayRows = gateways.map(({ id }) => ({
    id,
    account_id: 1,
    online: true,
    online_since: start,
    last_heard_at: start,
    session: null,
    connection: 1,
    offline_due_at: null,
    boot: null,
    birth_mono_ms: null,
  }));
  return {
    gateways: new Map(gatewayRows.map((gateway) => [gateway.id, gateway])),
    doors: new Map(doors.map((door) => [doorKey(door.gateway_id, door.door), door])),
    doorsByLock: new Map(doors.map((door) => [door.lock_id, door])),
    commands: new Map(),
    marks: new Map(),
    readers: new Map(),
    subscribed: new Set(),
  };
}

/** Every second door has a schedule and follows arrivals, so that the hold machine is asked too. */
const row = (gateway_id, door, lock_id) => ({
  lock_id,
  account_id: 1,
  location_id: 1,
  gateway_id,
  door,
  contact: 'closed',
  contact_wired: true,
  exit_button_wired: true,
  hold_relay_wired: true,
  strike_on: false,
  hold_on: false,
  evidence: {},
  hold: null,
  last_event_at: null,
  due_at: null,
  left_open_ms: 60_000,
  toggle_policy: door % 2 === 0 ? 'all_keys' : 'none',
  schedule:
    door % 2 === 0
      ? [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '08:00', to: '17:00', first_person_in: true }]
      : [],
  timezone: 'Europe/Helsinki',
  online: true,
  session: null,
});

const read = () => {
  const inputs = gateways.flatMap(({ id, journal, payloads }) =>
    payloads.map((payload) => ({
      kind: 'journal',
      gateway_id: id,
      journal,
      records: JSON.parse(payload).records,
    })),
  );
  const list = [];
  for (let from = 0; from < inputs.length; from += GROUP) list.push(inputs.slice(from, from + GROUP));
  return list;
};

/** Milliseconds of processor time, so that other processes do not count. */
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const groups = read();
/** Behind all records: one that is ahead of the service's clock gets a note that says so. */
const newest = Math.max(...groups.flat().map(({ records }) => Date.parse(records.at(-1).at)));
let ids = 0;
const around = {
  now: newest + 5_000,
  holdWriteAttempts: 3,
  newId: () => `id ${ids++}`,
  scheduleAt: rememberedScheduleAt,
};
const found = [];
const floors = [];
let events = 0;
for (let round = -WARM_UP; round < ROUNDS; round++) {
  const rows = loaded();
  const began = spent();
  read();
  const between = spent();
  events = 0;
  for (const group of groups) {
    const changes = decideAll(rows, group, around);
    for (const [key, mark] of changes.marks) rows.marks.set(key, mark);
    events += changes.events.length;
  }
  const ended = spent();
  if (round < 0) continue;
  floors.push(records / ((between - began) / 1000));
  found.push(records / ((ended - between) / 1000));
}
say(`rules: ${Math.round(median(found))} records/s, ${events} events of ${records} records`);
report({
  measure: 'rules',
  value: median(found),
  unit: 'records/s',
  better: 'higher',
  floor: median(floors),
  floor_what: 'reading the same records from their JSON',
  valueGoal: GOAL,
  fault: events < records / 2 ? `only ${events} events` : undefined,
  records,
  events,
});
