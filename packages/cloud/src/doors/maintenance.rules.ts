import { type Decision, FORCED_OPEN_WINDOW_MS, toTimestamp } from '@door-access/protocol';
import { en } from '@door-access/protocol/explanation/en';
import type { Explanation } from '../events/explanation.rules.js';
import type { Cause } from './cause.rules.js';

/*
 * A door under maintenance: its events are recorded as usual, but its alarms are muted, in the dashboard and for webhooks.
 * Maintenance has an end, which is reported with what was muted meanwhile. Times are the service's; an event counts by when
 * it occurred, so that one that arrives late is muted or not all the same. Pure.
 */

/** No maintenance is longer: a longer one is set again, by a person who knows of it. */
export const MAX_MAINTENANCE_MS = 24 * 3_600_000;

/** The events that are muted. Nothing else is: what could not be controlled or released stays an alarm. */
export const MUTED_TYPES = ['door.forced', 'door.left_open'] as const;
export type MutedType = (typeof MUTED_TYPES)[number];

/** From `since` to before `until`, Unix milliseconds. */
interface Stretch {
  since: number;
  /** Where it ended before its time, that moment. */
  until: number;
}

/** The maintenance in force, or the last one. */
export interface MaintenanceMark extends Stretch {
  /** Those before it, oldest first: what a gateway reports late may have occurred in one of them. */
  earlier?: readonly Stretch[];
  /** Who set it. */
  cause: Cause;
  /** Its end was reported. */
  ended: boolean;
  /** How many alarms it has muted. */
  muted: Record<MutedType, number>;
}

/** A gateway that is away for longer than so many of them reports alarms. */
const MAX_EARLIER = 5;

export type MaintenanceInput =
  /** It begins, or goes on until another time. */
  | { kind: 'begin'; until: number; cause: Cause }
  | { kind: 'end'; cause: Cause }
  /** A due time has come. */
  | { kind: 'look' };

export interface MaintainedDoor {
  mark: MaintenanceMark | undefined;
  contact: 'open' | 'closed' | null;
  /** The opening that still stands was reported as left open. */
  is_left_open: boolean;
}

export interface MaintenanceEvent extends Cause {
  type: 'lock.maintenance.started' | 'lock.maintenance.ended';
  at: number;
  details: object;
}

type MaintenanceDecision = Decision<MaintenanceMark | undefined, MaintenanceEvent>;

export function decideMaintenance(
  door: MaintainedDoor,
  input: MaintenanceInput,
  { now }: { now: number },
): MaintenanceDecision {
  const { mark } = door;
  const current = mark && !mark.ended ? mark : null;
  // By its time: what set it has ended it, and no one did.
  const over = current && current.until <= now ? endOf(door, current, current.until, null) : null;
  const before = over?.mark ?? mark;
  const effects = over ? [over.event] : [];
  if (input.kind === 'look' || (input.kind === 'end' && (current === null || over)))
    return { state: before, effects };
  if (input.kind === 'end') {
    const ended = endOf(door, current as MaintenanceMark, now, input.cause);
    return { state: ended.mark, effects: [ended.event] };
  }
  const { until, cause } = input;
  const goesOn = current !== null && !over;
  const muted = goesOn ? current.muted : { 'door.forced': 0, 'door.left_open': 0 };
  const earlier = goesOn ? current.earlier : withEarlier(before);
  const started: MaintenanceEvent = {
    type: 'lock.maintenance.started',
    at: now,
    ...cause,
    details: { until: toTimestamp(until) },
  };
  return {
    state: {
      since: goesOn ? current.since : now,
      until,
      ...(earlier ? { earlier } : {}),
      cause,
      ended: false,
      muted,
    },
    effects: [...effects, started],
  };
}

const withEarlier = (mark: MaintenanceMark | undefined): readonly Stretch[] | undefined =>
  mark && [...(mark.earlier ?? []), { since: mark.since, until: mark.until }].slice(-MAX_EARLIER);

function endOf(door: MaintainedDoor, mark: MaintenanceMark, at: number, cause: Cause | null) {
  const details = {
    door_state: door.contact ?? 'unknown',
    left_open: door.contact === 'open' && door.is_left_open,
    muted: mark.muted,
  };
  const by = cause ?? { source: mark.cause.source, actor: null };
  const event: MaintenanceEvent = { type: 'lock.maintenance.ended', at, ...by, details };
  return { mark: { ...mark, until: at, ended: true }, event };
}

/** When its end is to be reported; Unix milliseconds. */
export const maintenanceDue = (mark: MaintenanceMark | undefined): number | null =>
  mark && !mark.ended ? mark.until : null;

/** Whether an event is an alarm that is muted. */
export const isMuted = (
  mark: MaintenanceMark | undefined,
  { type, occurred_at }: { type: string; occurred_at: number },
): boolean =>
  mark !== undefined &&
  isMutedType(type) &&
  [mark, ...(mark.earlier ?? [])].some((stretch) => isIn(stretch, occurred_at));

const isIn = ({ since, until }: Stretch, at: number): boolean => at >= since && at < until;

const isMutedType = (type: string): type is MutedType => (MUTED_TYPES as readonly string[]).includes(type);

/** With one more alarm muted; those of earlier ones are counted by none. */
export function afterMuting(
  mark: MaintenanceMark,
  { type, occurred_at }: { type: string; occurred_at: number },
): MaintenanceMark {
  if (!isMutedType(type) || !isIn(mark, occurred_at)) return mark;
  return { ...mark, muted: { ...mark.muted, [type]: mark.muted[type] + 1 } };
}

const LEFT_OPEN: Explanation = {
  verdict: 'under_maintenance',
  text: en.leftOpen,
  window_ms: FORCED_OPEN_WINDOW_MS,
  unlock: null,
  exit_button: null,
  held_open: false,
  evidence_incomplete: false,
};

/** The explanation of a muted event: why it was judged so, and that it is muted. */
export function underMaintenance<Note extends { text: string }>(explanation: Note | Explanation | null) {
  const kept = explanation ?? LEFT_OPEN;
  return { ...kept, text: `${kept.text} ${en.notes.maintenance}`, under_maintenance: true as const };
}
