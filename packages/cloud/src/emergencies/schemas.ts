import { toTimestamp } from '@door-access/protocol';
import { z } from 'zod';
import { Actor, LockName, Named, Timestamp, waitUpTo } from '../http/schemas.js';
import type { AccountedLock, EmergencyRow } from './emergency.sql.js';

/* What emergencies look like on the wire. */

export const MODES = ['lockdown', 'evacuation'] as const;

const LONGEST_WAIT_S = 30;

export const wait = waitUpTo(LONGEST_WAIT_S, 'Seconds to wait until no door is `pending` any more.');

const Counts = z.strictObject({
  confirmed: z.int(),
  pending: z.int(),
  unreachable: z.int(),
  refused: z.int(),
});

const AccountedDoor = z.strictObject({
  lock: LockName,
  state: z.enum(['confirmed', 'pending', 'unreachable', 'refused']).meta({
    description:
      'In an emergency that another outranks at the door, `pending`. `unreachable` and `refused` may still become `confirmed`, except in a drill for a gateway that is offline.',
  }),
  reason: z.enum(['offline', 'no_hold_relay', 'device_error', 'timed_out']).nullable(),
  confirmed_at: Timestamp.nullable(),
});

/** As `emergency.started` and `emergency.ended` carry it. */
export const EmergencyData = z
  .strictObject({
    id: z.uuid(),
    mode: z.enum(MODES),
    location: Named,
    reason: z.string(),
    drill: z.boolean(),
    started_at: Timestamp,
    ended_at: Timestamp.nullable(),
    actor: Actor,
    counts: Counts,
  })
  .meta({ id: 'EmergencyData' });

export const Emergency = EmergencyData.extend({
  doors: z.array(AccountedDoor).meta({ description: 'Every remote lock at the location and below.' }),
}).meta({ id: 'Emergency' });

export function toEmergencyData(row: EmergencyRow): z.input<typeof EmergencyData> {
  const { id, mode, location, reason, drill, started_at, ended_at, cause, doors } = row;
  const actor = cause.actor ?? NO_ONE;
  return { id, mode, location, reason, drill, started_at, ended_at, actor, counts: countsOf(doors) };
}

/** Only people and API keys begin emergencies. */
const NO_ONE = { type: 'manager' as const, person: null, key: null, api_key: null };

export function countsOf(doors: readonly Pick<AccountedLock, 'state'>[]): z.input<typeof Counts> {
  const counts = { confirmed: 0, pending: 0, unreachable: 0, refused: 0 };
  for (const { state } of doors) counts[state] += 1;
  return counts;
}

export const toEmergency = (row: EmergencyRow): z.input<typeof Emergency> => ({
  ...toEmergencyData(row),
  doors: row.doors
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, name, place, state, reason, confirmed_at }) => ({
      lock: { id, name, place },
      state,
      reason,
      confirmed_at: confirmed_at === null ? null : toTimestamp(confirmed_at),
    })),
});
