import { z } from 'zod';
import { COMMAND_REASONS, COMMAND_STATUSES } from '../doors/command.rules.js';
import { LockName, listOf, Named, Timestamp } from '../http/schemas.js';
import { LOCK_TYPES } from './read.js';

/* What locks and their commands look like on the wire. */

export const Lock = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    place: z.string(),
    location: Named,
    type: z.enum(LOCK_TYPES),
    online: z.boolean().nullable().meta({ description: 'Null for a lock of the locking system.' }),
    online_since: Timestamp.nullable(),
    door_state: z
      .enum(['open', 'closed', 'unknown'])
      .meta({ description: '`unknown`: never heard, or its contact cannot be read.' }),
    hold_open: z.boolean().meta({ description: 'The last confirmed state of the hold relay.' }),
    door_mode: z
      .strictObject({
        mode: z.enum(['auto', 'stay_open', 'closed']),
        source: z.enum(['schedule', 'override']).nullable(),
        expires_at: Timestamp.nullable(),
      })
      .nullable(),
    features: z.strictObject({
      remote_unlock: z.boolean(),
      door_contact: z.boolean(),
      exit_button: z.boolean(),
      hold_relay: z.boolean(),
      forced_open_detection: z.boolean(),
    }),
    contact_fault: z.string().optional().meta({
      description: 'While the contact of the door is wired and cannot be read: why, in words.',
    }),
    emergency: z.enum(['lockdown', 'evacuation']).optional().meta({
      description: 'The emergency that rules the door, if any.',
    }),
    under_test_until: Timestamp.optional().meta({
      description:
        'While the door is under a guided test, which raises no alarm in the dashboard: until when.',
    }),
    maintenance_until: Timestamp.optional().meta({
      description: 'While the door is under maintenance, and its alarms are muted: until when.',
    }),
  })
  .meta({ id: 'Lock' });
export const LockList = listOf(Lock);

export const Command = z
  .strictObject({
    id: z.uuid(),
    type: z.enum(['unlock', 'door_mode']),
    lock: LockName,
    status: z.enum(COMMAND_STATUSES),
    reason: z.enum(COMMAND_REASONS).nullable(),
    requested_at: Timestamp,
    sent_at: Timestamp.nullable(),
    confirmed_at: Timestamp.nullable(),
    failed_at: Timestamp.nullable(),
    expires_at: Timestamp,
    api_key: Named.nullable(),
  })
  .meta({ id: 'Command' });
