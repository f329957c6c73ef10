import { effectiveSchedule, type Places } from '../../packages/cloud/src/doors/schedule/effective.rules.js';
import type { ScheduleEntry } from '../../packages/cloud/src/doors/schedule/schedule.rules.js';
import type { CalendarPlan, Layout, LockPlan } from './layout.js';
import type { Step } from './plan.js';
import type { World } from './world.js';

type Deed = Extract<Step, { do: 'calendar' }>;
type Followed = Pick<Layout, 'calendars' | 'locations'>;

/** What the service keeps for a door beside its own schedule, as its calendars were saved. */
export function followed({ calendars, locations }: Followed, lock: LockPlan): ScheduleEntry[] {
  const ancestors = locations.find(({ id }) => id === lock.location)?.ancestors ?? [];
  const at = (is: (place: CalendarPlan['at']) => boolean) =>
    calendars.filter((calendar) => is(calendar.at)).map(({ entries }) => ({ entries }));
  return effectiveSchedule([
    [{ entries: lock.schedule }],
    at((place) => 'lock' in place && place.lock === lock.id),
    ...ancestors.map((ancestor) => at((place) => 'location' in place && place.location === ancestor)),
  ] as Places);
}

/** A person saves a calendar with other entries: doors whose schedule changes by it are due at once. */
export function saveCalendar(
  { layout, scheduler, database, seen }: World,
  { calendar, entries }: Deed,
): void {
  const before = { ...layout, calendars: calendarsNow() };
  seen.calendars.push({ at: scheduler.now, calendar, entries });
  const after = { ...layout, calendars: calendarsNow() };
  for (const lock of layout.locks) {
    const schedule = followed(after, lock);
    if (JSON.stringify(schedule) === JSON.stringify(followed(before, lock))) continue;
    const due_at = scheduler.now;
    database.between(
      { method: 'follow', args: [lock.id, JSON.stringify(schedule), new Date(due_at)] },
      () => {
        const { locks, doorStates } = database.tables;
        const [row, door] = [locks.get(lock.id), doorStates.get(lock.id)];
        if (row) database.tables.change(row, { schedule });
        if (door) database.tables.change(door, { due_at });
      },
    );
  }

  function calendarsNow(): CalendarPlan[] {
    return layout.calendars.map((plan, index) => {
      const saved = seen.calendars.findLast((one) => one.calendar === index);
      return saved ? { ...plan, entries: saved.entries } : plan;
    });
  }
}
