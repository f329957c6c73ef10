import { causeOf } from '../../packages/cloud/src/doors/cause.rules.js';
import type { MaintenanceInput } from '../../packages/cloud/src/doors/maintenance.rules.js';
import { applyUntilCertain } from './certain.js';
import type { LockPlan } from './layout.js';
import type { Observed } from './observed.js';
import type { Step } from './plan.js';
import type { World } from './world.js';

type Deed = Extract<Step, { do: 'maintenance' }>;
type Seen = Observed['maintenances'][number];

/** Between the end of one and the beginning of the next. */
const APART_MS = 1_000;

/** Puts a door under maintenance, and ends that before its time where the deed says so; each is tried until it is certain. */
export function maintainDoor(world: World, lock: LockPlan, { milliseconds, endAfter }: Deed): void {
  const { scheduler, seen } = world;
  const last = seen.maintenances.findLast((one) => one.lock === lock.id);
  // One behind the other, and not at the same moment.
  if (last && (last.begun === null || scheduler.now < last.until + APART_MS)) return;
  const until = scheduler.now + milliseconds;
  const one: Seen = { lock: lock.id, at: scheduler.now, until, begun: null, ending: null, over: null };
  seen.maintenances.push(one);
  const cause = causeOf({ key: null, apiKey: { id: lock.account, name: `key ${lock.account}` } });
  const put = (input: MaintenanceInput, done: () => void) =>
    applyUntilCertain(world, [{ kind: 'maintenance', lock_id: lock.id, input }], done, until);
  put({ kind: 'begin', until, cause }, () => {
    one.begun = scheduler.now;
    if (endAfter === null) return;
    scheduler.after(endAfter, () => {
      if (scheduler.now >= until) return;
      one.ending = scheduler.now;
      put({ kind: 'end', cause }, () => {
        one.over = scheduler.now;
      });
    });
  });
}
