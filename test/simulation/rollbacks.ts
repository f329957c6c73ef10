import type { Layout } from './layout.js';
import type { Step } from './plan.js';
import { Random } from './random.js';
import type { World } from './world.js';

/* Databases that are set back to an earlier moment, drawn and carried out. */

type SetBack = Extract<Step, { do: 'set back' }>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** What `noteRestore` leaves out, so that nothing is given twice. */
const SKIPPED_IDS = 1_000_000_000;
const SKIPPED_LOGINS = 1_000_000;

/** What goes wrong beside them: a disk that loses records, or a clock that is wrong, would hide what they lose. */
const BESIDE = new Set<Step['do']>(['cut', 'silence', 'kill', 'power', 'service crash', 'endpoint']);
const PEOPLE = new Set<Step['do']>(['visit', 'leave', 'force', 'window', 'twice', 'lean', 'unlock', 'mode']);

/** Steps beside which nothing may be lost. */
export const mild = (steps: readonly Step[]): Step[] =>
  steps
    .filter((step) => BESIDE.has(step.do) || PEOPLE.has(step.do))
    .map((step) => (step.do === 'power' ? { ...step, wallOffset: 0 } : step));

export function withRollbacks(steps: readonly Step[], layout: Layout, seed: number, hours: number): Step[] {
  const chance = new Random(`rollbacks ${seed}`);
  const left = mild(steps);
  const how = chance.pick(['restore', 'restore', 'standby', 'split'] as const);
  const until = layout.start + hours * HOUR;
  for (let at = layout.start + chance.int(20, 90) * MINUTE; at < until; at += chance.int(20, 200) * MINUTE)
    left.push({
      at,
      gateway: 0,
      door: 1,
      do: 'set back',
      how,
      milliseconds: chance.int(1, Math.max(2, (at - layout.start) / 1_000)) * 1_000,
      downMs: chance.int(1_000, 5 * MINUTE),
    });
  // Once when nothing more comes that could show it.
  if (how === 'standby')
    left.push({
      at: until - 20_000,
      gateway: 0,
      door: 1,
      do: 'set back',
      how,
      milliseconds: chance.int(2, 15) * MINUTE,
      downMs: 0,
    });
  return left.sort((a, b) => a.at - b.at);
}

/** A span of which the database lost what it had. */
export interface Lost {
  from: number;
  to: number;
  /** It was noted: a restore, not a standby. */
  isNoted: boolean;
}

/** Keeps what each step goes back to, and goes back. */
export function planRollbacks(world: World, steps: readonly Step[], lost: Lost[]): void {
  const { scheduler, database } = world;
  const { tables } = database;
  let other: (() => void) | null = null;
  const setBack = ({ at, milliseconds, how, downMs }: SetBack, putBack: () => void) => {
    const from = at - milliseconds;
    const span = {
      from,
      to: how === 'split' ? Number.POSITIVE_INFINITY : scheduler.now,
      isNoted: how === 'restore',
    };
    lost.push(span);
    if (how === 'standby') return database.replace(putBack);
    world.crashService(downMs, false);
    if (how === 'split') {
      const now = tables.capture();
      (other ?? putBack)();
      other = now;
      return;
    }
    putBack();
    tables.nextId += SKIPPED_IDS;
    for (const gateway of tables.gateways.values()) gateway.connection += SKIPPED_LOGINS;
    tables.restores.push({ taken_at: from, restored_at: scheduler.now });
  };
  for (const step of steps) {
    if (step.do !== 'set back') continue;
    let putBack: (() => void) | null = null;
    scheduler.at(step.at - step.milliseconds, () =>
      database.replace(() => {
        putBack = tables.capture();
      }),
    );
    scheduler.at(step.at, () => {
      if (putBack) setBack(step, putBack);
    });
  }
}
