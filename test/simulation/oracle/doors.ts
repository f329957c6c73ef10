import type { ContactRecord, ExitButtonRecord, RelayRecord } from '@door-access/protocol';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import type { Command } from '../tables.js';
import { type Known, type LockEvidence, wall } from './evidence.js';
import type { Report } from './judge.js';

/* Openings, closings, presses and what is forced, by docs/behaviour.md (Doors) and not by the code. */

/** The window in which an unlock or a press explains an opening; inclusive. */
const WINDOW_MS = 10_000;
/** How far ties may have moved an event. */
const MAX_TIES_MS = 60;

type Contact = Known & { record: ContactRecord; arrived: number };

interface Opening {
  by: Contact;
  /** The next record that the door is closed. */
  closed: Contact | null;
}

export function judgeDoor(
  lock: LockEvidence,
  commands: ReadonlyMap<string, Pick<Command, 'key_id'>>,
  report: Report,
  end: number,
): void {
  const expected = new Map<string, number[]>();
  const slacks = new Map<string, number>();
  const expect = (type: string, { record, slack }: Known) => {
    const key = `${type} ${record.seq}`;
    expected.set(key, [...(expected.get(key) ?? []), wall(record)]);
    slacks.set(key, Math.max(slack, slacks.get(key) ?? 0));
  };
  const unsure = new Set<string>();
  const openings: Opening[] = [];
  /** The last level of the contact in the journal, with its boot. */
  let level: ContactRecord | null = null;
  for (const one of lock.taken) {
    const { record } = one;
    if (record.kind === 'exit_button' && record.pressed) expect('door.exit_button', one);
    if (record.kind !== 'contact') continue;
    const contact = one as Contact;
    const missed: boolean = record.snapshot && level?.boot === record.boot && level.state !== record.state;
    if (record.state === 'closed') {
      const opening = openings.at(-1);
      if (opening && opening.closed === null) opening.closed = contact;
    }
    if (!record.snapshot || missed) {
      expect(record.state === 'open' ? 'door.opened' : 'door.closed', one);
      if (record.state === 'open') openings.push({ by: contact, closed: null });
      const forced = record.state === 'open' && !record.snapshot && isForced(lock, contact);
      if (forced === true) expect('door.forced', one);
      if (forced === 'unsure') unsure.add(`door.forced ${record.seq}`);
    }
    level = record;
  }
  compare(lock, expected, slacks, unsure, report);
  judgeInheritance(lock, openings, commands, report);
  judgeLeftOpen(lock, openings, report, end);
}

function isForced(lock: LockEvidence, { record: opening, durableAt }: Contact): boolean | 'unsure' {
  const { taken, plan } = lock;
  if (!plan.setup.exitButton || !plan.setup.contact) return false;
  const explanations = explainedBy(taken, opening, durableAt);
  if (explanations.length === 0) return !isHeld(taken, opening);
  const isDoubtful = (one: Known) => isMistaken(lock, one, opening) || isBrokenOff(lock, one, opening);
  return explanations.every(isDoubtful) ? 'unsure' : false;
}

/** A press explains by what followed it, and records were lost between: its release may have been among them. */
function isBrokenOff(
  { gateway }: LockEvidence,
  { record, durableAt }: Known,
  opening: ContactRecord,
): boolean {
  if (record.kind !== 'exit_button' || age(record, opening) <= WINDOW_MS) return false;
  return gateway.known.some((one) => one.record.kind === 'gap' && one.durableAt >= durableAt);
}

/** Only a clock that was wrong brought the two together, hours apart: the product may have forgotten the one by then. */
function isMistaken({ gateway }: LockEvidence, { record }: Known, opening: ContactRecord): boolean {
  const trueTime = ({ boot, mono_ms }: { boot: string; mono_ms: number }) =>
    (gateway.seen.boots.find((one) => one.boot === boot)?.started ?? 0) + mono_ms;
  return record.boot !== opening.boot && trueTime(opening) - trueTime(record) > 2 * WINDOW_MS;
}

/** The unlocks and presses within the window before an opening. */
function explainedBy(taken: readonly Known[], opening: ContactRecord, durableAt: number) {
  return taken.filter(({ record, durableAt: knownAt }) => {
    if (!isUnlock(record as RelayRecord) && !(record.kind === 'exit_button' && record.pressed)) return false;
    // Nothing that a later boot records happened before this, whatever its clock says.
    if (record.boot !== opening.boot && knownAt > durableAt) return false;
    const since = age(record, opening);
    if (since < 0) return false;
    if (record.kind !== 'exit_button' || since <= WINDOW_MS) return since <= WINDOW_MS;
    return (sinceRelease(taken, record, opening) ?? 0) <= WINDOW_MS;
  });
}

const age = (record: Known['record'], opening: ContactRecord): number =>
  record.boot === opening.boot ? round(opening.mono_ms - record.mono_ms) : wall(opening) - wall(record);

/** How long before an opening a press ended; null where the button was still held, infinite where that is not known. */
function sinceRelease(
  taken: readonly Known[],
  press: ExitButtonRecord,
  opening: ContactRecord,
): number | null {
  const after = taken.find(
    ({ record }) =>
      record.kind === 'exit_button' && record.boot === press.boot && record.mono_ms > press.mono_ms,
  );
  if (after === undefined) return press.boot === opening.boot ? null : Number.POSITIVE_INFINITY;
  if ((after.record as ExitButtonRecord).pressed) return Number.POSITIVE_INFINITY;
  const since = age(after.record, opening);
  return since < 0 ? null : since;
}

/** A close and a door left open bear the key of the access behind the opening, or none. */
function judgeInheritance(
  lock: LockEvidence,
  openings: readonly Opening[],
  commands: ReadonlyMap<string, Pick<Command, 'key_id'>>,
  report: Report,
): void {
  const { taken, plan, events } = lock;
  for (const { by, closed } of openings) {
    const explanations = by.record.snapshot ? [] : explainedBy(taken, by.record, by.durableAt);
    const keys = new Set(
      explanations.map(({ record }) =>
        record.kind === 'relay' ? (commands.get(record.command_id ?? '')?.key_id ?? null) : null,
      ),
    );
    // Of several, it is not defined which counts.
    if (keys.size > 1 || explanations.some((one) => isMistaken(lock, one, by.record))) continue;
    const [key = null] = keys;
    const heirs = [
      { type: 'door.closed', at: closed && wall(closed.record) },
      { type: 'door.left_open', at: wall(by.record) + plan.leftOpenMs },
    ];
    for (const { type, at } of heirs) {
      const heir = events.find(
        (event) =>
          event.type === type &&
          at !== null &&
          event.occurred_at >= at &&
          event.occurred_at <= at + MAX_TIES_MS,
      );
      if (heir && (heir.key_id !== key || heir.person_id !== null))
        report(
          'a close and a door left open inherit the key of the opening',
          heir.occurred_at,
          plan,
          `${type} bears key ${heir.key_id}, and the opening of record ${by.record.seq} was by ${key}`,
        );
    }
  }
}

const isUnlock = (record: RelayRecord): boolean =>
  record.kind === 'relay' &&
  record.relay === 'strike' &&
  record.on &&
  (record.cause === 'command' || record.cause === 'bench');

const round = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;

/** Held by the hold relay, which every boot begins with off. */
function isHeld(taken: readonly Known[], at: ContactRecord | ExitButtonRecord): boolean {
  let held = false;
  for (const { record } of taken)
    if (
      record.kind === 'relay' &&
      record.relay === 'hold' &&
      record.boot === at.boot &&
      record.mono_ms <= at.mono_ms
    )
      held = record.on;
  return held;
}

function compare(
  { plan, events }: LockEvidence,
  expected: Map<string, number[]>,
  slacks: ReadonlyMap<string, number>,
  unsure: ReadonlySet<string>,
  report: Report,
): void {
  const reported = new Map<string, number[]>();
  for (const { type, journal_seq, occurred_at } of events) {
    if (!['door.opened', 'door.closed', 'door.forced', 'door.exit_button'].includes(type)) continue;
    const key = `${type} ${journal_seq}`;
    reported.set(key, [...(reported.get(key) ?? []), occurred_at]);
  }
  for (const key of new Set([...expected.keys(), ...reported.keys()])) {
    if (unsure.has(key)) continue;
    const should = (expected.get(key) ?? []).toSorted((a, b) => a - b);
    const is = (reported.get(key) ?? []).toSorted((a, b) => a - b);
    const [type, seq] = key.split(' ');
    const at = is[0] ?? should[0] ?? 0;
    const rule =
      type === 'door.forced'
        ? 'door.forced exactly where nothing explains an opening'
        : 'no edge is lost or doubled';
    if (should.length !== is.length)
      report(
        rule,
        at,
        plan,
        `${type} of record ${seq} is reported ${is.length} times, and should be ${should.length} times`,
      );
    else
      for (const [index, time] of is.entries()) {
        const late = time - (should[index] as number);
        const slack = slacks.get(key) ?? 0;
        if (late < -slack || late > MAX_TIES_MS + slack)
          report(rule, at, plan, `${type} of record ${seq} is reported ${late} ms off its time`);
      }
  }
  const forced = events.filter(({ type }) => type === 'door.forced');
  for (const { occurred_at } of forced)
    if (!events.some((event) => event.type === 'door.opened' && event.occurred_at === occurred_at))
      report('door.forced has a door.opened of the same time', occurred_at, plan, 'there is no such opening');
  const times = new Set<string>();
  for (const { type, occurred_at } of events) {
    if (times.has(`${type} ${occurred_at}`))
      report('occurred_at is unique per lock and type', occurred_at, plan, `two ${type} at one time`);
    times.add(`${type} ${occurred_at}`);
  }
}

function judgeLeftOpen(lock: LockEvidence, openings: readonly Opening[], report: Report, end: number): void {
  const { plan, taken } = lock;
  const reported = lock.events
    .filter(({ type }) => type === 'door.left_open')
    .map(({ occurred_at }) => occurred_at);
  const rule = 'door.left_open once for every opening that is not closed in time';
  const used = new Set<number>();
  const isLong = ({ by, closed }: Opening) =>
    closed?.record.boot === by.record.boot &&
    round(closed.record.mono_ms - by.record.mono_ms) > plan.leftOpenMs;
  const isShort = (opening: Opening) =>
    opening.closed?.record.boot === opening.by.record.boot && !isLong(opening);
  // Of several openings at the time of their receipt, one that was closed in time has no claim before the others.
  const claims = openings.toSorted((a, b) => Number(isShort(a)) - Number(isShort(b)));
  for (const { by, closed } of claims) {
    const due = wall(by.record) + plan.leftOpenMs;
    // A door still open when its hold ends has its time from then on.
    const releases = taken.flatMap(({ record, arrived, slack }) =>
      record.kind === 'relay' &&
      record.relay === 'hold' &&
      !record.on &&
      arrived >= by.arrived &&
      arrived <= (closed?.arrived ?? end)
        ? [{ due: wall(record) + plan.leftOpenMs, slack }]
        : [],
    );
    const long = closed !== null && isLong({ by, closed });
    // No later than its close: the clock was set between the two, or both moments are that of the receipt.
    const atClose =
      long && (by.slack > 0 || wall(closed.record) < due)
        ? [{ due: wall(closed.record), slack: closed.slack }]
        : [];
    const count = reported.filter((at, index) => {
      const hit =
        !used.has(index) &&
        [{ due, slack: by.slack }, ...atClose, ...releases].some(
          (one) => at >= one.due - one.slack && at <= one.due + MAX_TIES_MS + one.slack,
        );
      if (hit) used.add(index);
      return hit;
    }).length;
    if (count > 1)
      report(rule, due, plan, `reported ${count} times for the opening of record ${by.record.seq}`);
    const heldSometime = taken.some(
      ({ record, arrived }) =>
        record.kind === 'relay' &&
        record.relay === 'hold' &&
        arrived >= by.arrived - 60_000 &&
        arrived <= (closed?.arrived ?? end),
    );
    if (heldSometime || isHeld(taken, by.record)) continue;
    const since = by.record.clock === 'synced' ? wall(by.record) : by.arrived;
    const patience = Math.max(since + plan.leftOpenMs, by.arrived + 5_000);
    if (closed && closed.record.boot === by.record.boot) {
      if (long && count === 0)
        report(
          rule,
          due,
          plan,
          `never reported for the opening of record ${by.record.seq}, open for ${closed.record.mono_ms - by.record.mono_ms} ms`,
        );
      if (!long && count > 0 && closed.arrived < patience - 2 * MAX_SERVICE_STEP_MS)
        report(
          rule,
          due,
          plan,
          `reported for the opening of record ${by.record.seq}, which was closed in time`,
        );
    }
    if (!closed && count === 0 && end > patience + 120_000)
      report(rule, due, plan, `never reported for the opening of record ${by.record.seq}, still open`);
  }
  for (const [index, at] of reported.entries())
    if (!used.has(index)) report(rule, at, plan, 'reported without an opening');
}
