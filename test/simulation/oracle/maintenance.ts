import type { Observed } from '../observed.js';
import { MAX_SERVICE_STEP_MS } from '../plan.js';
import type { EventRow } from '../tables.js';
import type { World } from '../world.js';
import type { Evidence } from './evidence.js';
import type { Report } from './judge.js';

/* Doors under maintenance, by docs/behaviour.md (Maintenance). */

type Seen = Observed['maintenances'][number];

const MUTED = ['door.forced', 'door.left_open'];
/** After which an end that is due is late, in a service that works. */
const LATE_MS = 10 * 60_000;
/** Writes are answered, or tried again, within this. */
const ANSWERED_MS = 60_000;

export const maintenancesOf = ({ seen }: World, lock: number): Seen[] =>
  seen.maintenances.filter((one) => one.lock === lock);

/** Whether an event is a muted alarm; null where it depends on clocks, or on a write whose outcome no one knows. */
export function isMutedAlarm(world: World, { lock_id, type, occurred_at }: EventRow): boolean | null {
  if (!MUTED.includes(type)) return false;
  const all = maintenancesOf(world, lock_id);
  const near = (time: number, at: number) => Math.abs(time - at) <= 2 * MAX_SERVICE_STEP_MS + ANSWERED_MS;
  const there = all.find(({ at, until }) => at <= occurred_at && occurred_at < until);
  if (all.some(({ at, until, ending }) => [at, until, ending ?? at].some((time) => near(time, occurred_at))))
    return null;
  if (!there) return false;
  if (there.begun === null || there.begun > occurred_at) return null;
  if (there.ending === null || occurred_at < there.ending) return true;
  return there.over === null || there.over > occurred_at ? null : false;
}

export function judgeMaintenance({ world, locks, end }: Evidence, report: Report): void {
  for (const { plan, events } of locks) {
    for (const event of events) {
      const expected = isMutedAlarm(world, event);
      const explanation = event.explanation as { under_maintenance?: true } | null;
      const found = explanation?.under_maintenance === true;
      if (MUTED.includes(event.type) && expected !== null && expected !== found)
        report(
          'alarms are muted under maintenance, and no others',
          event.occurred_at,
          plan,
          `${event.type} is ${found ? '' : 'not '}muted`,
        );
    }
    for (const one of maintenancesOf(world, plan.id)) judgeEnd(world, one, { plan, events, end }, report);
  }
}

/** Once, at its time or as a person ended it. */
function judgeEnd(
  { seen }: World,
  { at, until, begun, ending, over }: Seen,
  { plan, events, end }: { plan: Evidence['locks'][number]['plan']; events: EventRow[]; end: number },
  report: Report,
): void {
  if (begun === null || (ending !== null && over === null)) return;
  const ends = over ?? until;
  if (
    ends > end - LATE_MS ||
    seen.crashes.some((crash) => crash > begun - ANSWERED_MS && crash < ends + LATE_MS)
  )
    return;
  const next = seen.maintenances.find((other) => other.lock === plan.id && other.at > at);
  const own = events.filter(
    ({ type, recorded_at }) =>
      type === 'lock.maintenance.ended' && recorded_at >= begun && (!next || recorded_at < next.at),
  );
  const [first] = own;
  if (own.length !== 1 || !first) {
    report('maintenance ends once', ends, plan, `its end was reported ${own.length} times`);
    return;
  }
  const late = first.recorded_at - ends;
  if (late > LATE_MS)
    report('maintenance ends at its time', ends, plan, `its end was reported ${late} ms late`);
}
