import type { ApplyInput } from '../../packages/cloud/src/doors/apply.types.js';
import { causeOf } from '../../packages/cloud/src/doors/cause.rules.js';
import { applyUntilCertain } from './certain.js';
import type { LockPlan } from './layout.js';
import type { Observed } from './observed.js';
import type { Step } from './plan.js';
import type { World } from './world.js';

type Deed = Extract<Step, { do: 'emergency' }>;
type Seen = Observed['emergencies'][number];

/**
 * What declaring an emergency does of doors, and its end after its time; each is tried until it is certain. One at a time at
 * each location.
 */
export function holdEmergency(world: World, lock: LockPlan, deed: Deed): void {
  const { layout, scheduler, seen, random } = world;
  const ancestors = layout.locations.find(({ id }) => id === lock.location)?.ancestors ?? [];
  const location = (deed.where === 'here' ? ancestors[0] : ancestors.at(-1)) ?? lock.location;
  if (seen.emergencies.some((one) => one.location === location && one.over === null)) return;
  const { mode, drill, milliseconds } = deed;
  const id = random.fork(`emergency ${seen.emergencies.length}`).uuid();
  const one: Seen = { id, location, mode, drill, at: scheduler.now, begun: null, ending: null, over: null };
  seen.emergencies.push(one);
  const cause = causeOf({ key: null, apiKey: { id: lock.account, name: `key ${lock.account}` } });
  const begun = [{ id, mode, drill, since: scheduler.now, cause }];
  const put = (input: object, done: () => void) => {
    const inputs = locksBelow(world, location).map(
      ({ id: lock_id }): ApplyInput => ({
        kind: 'door',
        lock_id,
        input: { kind: 'emergency', begun: [], over: [], cause, ...input },
      }),
    );
    applyUntilCertain(world, inputs, done);
  };
  put({ begun }, () => {
    one.begun = scheduler.now;
    scheduler.after(milliseconds, () => {
      one.ending = scheduler.now;
      put({ over: [id] }, () => {
        one.over = scheduler.now;
      });
    });
  });
}

export const locksBelow = ({ layout }: World, location: number): LockPlan[] =>
  layout.locks.filter((lock) =>
    layout.locations.find(({ id }) => id === lock.location)?.ancestors.includes(location),
  );
