import { z } from 'zod';
import { Named, Timestamp } from '../http/schemas.js';

/* What gateways look like on the wire. */

export const Health = z
  .strictObject({
    disk_free_mb: z.number().nullable(),
    disk_refuses: z
      .boolean()
      .nullable()
      .meta({ description: 'The disk takes no writes: records wait in memory alone.' }),
    undervoltage: z.boolean().nullable(),
    cpu_temp_c: z.number().nullable(),
    ntp_synced: z.boolean().nullable(),
    guard_alive: z
      .boolean()
      .nullable()
      .meta({ description: 'What ends the pulse of a strike should the agent fail is running.' }),
    boards: z
      .array(z.strictObject({ id: z.string(), ok: z.boolean(), error: z.string().nullable() }))
      .meta({ description: 'At most 100.' }),
    cert_expires_at: Timestamp.nullable(),
  })
  .meta({ id: 'GatewayHealth' });

export const Gateway = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    location: Named,
    online: z.boolean(),
    online_since: Timestamp.nullable().meta({
      description: 'Since when it is online or offline; null: never heard.',
    }),
    last_seen_at: Timestamp.nullable(),
    agent_version: z.string().nullable(),
    journal_depth: z
      .number()
      .nullable()
      .meta({ description: 'Records that waited there to be acknowledged, by the last heartbeat.' }),
    health: Health.nullable().meta({
      description: 'As last reported; null where the agent reports none, each field where it is not known.',
    }),
    locks: z
      .array(z.int())
      .meta({ description: "Of its locks, those at the API key's location and below it." }),
  })
  .meta({ id: 'Gateway' });
