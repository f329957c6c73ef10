import { z } from 'zod';
import { Named, Timestamp } from '../http/schemas.js';

/* The wire format of gateways. */

export const Health = z
  .strictObject({
    disk_free_mb: z.number().nullable(),
    disk_refuses: z
      .boolean()
      .nullable()
      .meta({ description: 'The disk refuses writes: records are kept in memory only.' }),
    undervoltage: z.boolean().nullable(),
    cpu_temp_c: z.number().nullable(),
    ntp_synced: z.boolean().nullable(),
    guard_alive: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the process runs that ends a strike pulse if the agent fails.' }),
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
      description: 'Since when it has been online or offline; null if it was never connected.',
    }),
    last_seen_at: Timestamp.nullable(),
    agent_version: z.string().nullable(),
    journal_depth: z
      .number()
      .nullable()
      .meta({ description: 'Records that wait to be acknowledged, as of the last heartbeat.' }),
    health: Health.nullable().meta({
      description:
        'As last reported; null if the agent reports none. A field is null if its value is not known.',
    }),
    locks: z.array(z.int()).meta({ description: "Its locks at the API key's location and below it." }),
  })
  .meta({ id: 'Gateway' });
