import type { EventDraft } from './evidence/door.rules.js';
import type { Opening } from './evidence/evidence.rules.js';
import type { Moment } from './moment.rules.js';

/*
 * What a restored backup lacks comes again from the gateways: it is recorded with its own times, but was acted upon when it
 * happened. Pure.
 */

/** A backup of `taken_at` was restored at `restored_at`; Unix milliseconds. */
export interface Restore {
  taken_at: number;
  restored_at: number;
  /** Until then gateways come back and send again; nothing is concluded from what they have not sent yet. */
  patient_until: number;
}

/**
 * Whether this may have been acted upon before the restore: alarms were raised, doors were moved. What happened before the
 * backup may have been reported behind it, so only the restore is a border.
 */
export const wasActedUpon = (restores: readonly Restore[], { at }: Pick<Moment, 'at'>): boolean =>
  restores.some(({ restored_at }) => at <= restored_at);

/** An alarm that was raised before a restore, or by the installation before; `opening`: of the door. */
export function isKnownAlarm(
  { type, occurred_at: at }: EventDraft,
  opening: Opening | undefined,
  restores: readonly Restore[],
): boolean {
  const until = opening?.known_until ?? null;
  if (type === 'door.left_open' && until !== null && at <= until) return true;
  return (type === 'door.forced' || type === 'door.left_open') && wasActedUpon(restores, { at });
}

/** When something that began before a restore may be judged, if not now; null: now. */
export function judgedLater(restores: readonly Restore[], began: number | null, now: number): number | null {
  const last = restores.findLast(
    ({ restored_at, patient_until }) => began !== null && began <= restored_at && now < patient_until,
  );
  return last?.patient_until ?? null;
}
