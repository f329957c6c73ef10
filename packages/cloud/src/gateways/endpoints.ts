import { z } from 'zod';
import { decodeCursor, pageOf } from '../http/cursor.js';
import { type Endpoint, endpoint } from '../http/endpoint.js';
import { listOf, pageParameters } from '../http/schemas.js';
import { listGatewaysOf, positionOf, toGateway } from './read.js';
import { Gateway } from './schemas.js';

const LIST = 'GET /gateways';

/** See `Position` in read.ts. */
const PositionTuple = z.tuple([z.int(), z.uuid()]);

export const gatewayEndpoints: readonly Endpoint[] = [
  endpoint({
    for: 'api',
    method: 'GET',
    path: '/gateways',
    scopes: ['catalog:read'],
    summary: 'List gateways and how they are, newest first',
    query: z.strictObject({ ...pageParameters }),
    status: 200,
    answer: listOf(Gateway),
    example: {
      data: [
        {
          id: '3e8c1f52-7a64-4d0b-9c1e-5f2a8b7d6c41',
          name: 'HQ cabinet',
          location: { id: 3, name: 'HQ' },
          online: true,
          online_since: '2026-01-07T06:00:00.000Z',
          last_seen_at: '2026-01-07T06:14:58.000Z',
          agent_version: '1.2.0',
          journal_depth: 0,
          health: {
            disk_free_mb: 9120,
            disk_refuses: false,
            undervoltage: false,
            cpu_temp_c: 48.3,
            ntp_synced: true,
            guard_alive: true,
            boards: [{ id: 'usb-relay-1', ok: false, error: 'no board at /dev/ttyUSB0' }],
            cert_expires_at: null,
          },
          locks: [41, 42],
        },
      ],
      next_cursor: null,
    },
    async handler({ context, caller, query }) {
      const binding = { list: LIST, caller, filters: query };
      const after = query.cursor ? decodeCursor(context, binding, query.cursor, PositionTuple) : null;
      const rows = await listGatewaysOf(context.pool, caller, after, query.limit + 1);
      return { body: pageOf(context, binding, rows, query.limit, positionOf, toGateway) };
    },
  }),
];
