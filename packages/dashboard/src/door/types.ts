import type { EventType } from '@door-access/protocol';
import type { BlockTimes, ScheduleEntry } from '../types.js';

/* A door's past and its schedule, as the service tells them. */

export interface ToldEvent {
  id: number;
  type: EventType;
  occurred_at: string;
  source: string;
  reason: string | null;
  person: string | null;
  why: string | null;
}

interface Told<T> {
  value: T;
  by: ToldEvent | null;
}

/** A door at a past moment. */
export interface DoorThen {
  at: string;
  door: Told<'open' | 'closed' | 'unknown'>;
  contact_fault: { error: string; since: string } | null;
  forced: Told<boolean>;
  left_open: Told<boolean>;
  held_open: Told<boolean | 'unknown'>;
  online: Told<boolean | 'unknown'>;
  mode: {
    value: 'stay_open' | 'auto' | 'closed';
    by: { ordered_at: string; until: string | null; who: string | null; status: string } | null;
  };
  last_access: ToldEvent | null;
  last_exit_press: ToldEvent | null;
  previous: string | null;
  next: string | null;
}

export interface Band<S extends string> {
  from: string;
  to: string;
  state: S;
}

export interface DoorDay {
  date: string;
  starts_at: string;
  ends_at: string;
  timezone: string;
  told_until: string;
  bands: {
    door: Band<'open' | 'closed' | 'forced' | 'left_open' | 'unknown'>[];
    hold: Band<'held' | 'free' | 'unknown'>[];
    gateway: Band<'online' | 'offline' | 'unknown'>[];
  };
  marks: { id: number; at: string; type: EventType }[];
}

export type TogglePolicy = 'none' | 'manager_keys' | 'all_keys';

/** A block as it lies on one day of the place's calendar. */
export interface DayBlock extends BlockTimes {
  starts_at: string;
  ends_at: string;
  is_rest: boolean;
  goes_on: boolean;
}

export interface DayAhead {
  date: string;
  day: string;
  starts_at: string;
  ends_at: string;
  clock_change: { at: string; minutes: number } | null;
  is_exception: boolean;
  blocks: DayBlock[];
  before: DayBlock[] | null;
}

export interface DoorSchedule {
  lock: { id: number; name: string; place: string };
  schedule: ScheduleEntry[];
  toggle_policy: TogglePolicy;
  version: string;
  changed: { at: string; by: string } | null;
  timezone: string;
  local_time: string;
  offset: string;
  days: DayAhead[];
  has_hold_relay: boolean;
  has_site_file: boolean;
}

export interface SchedulePreview {
  days: DayAhead[];
  effect: {
    held_before: boolean;
    held_after: boolean;
    until: string | null;
    override: 'stay_open' | 'closed' | null;
    is_waiting: boolean;
    online: boolean;
    has_hold_relay: boolean;
  };
}
