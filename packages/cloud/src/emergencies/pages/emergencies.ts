import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { decodeCursor, pageOf } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { listOf, Named, pageParameters, Timestamp, UuidId } from '../../http/schemas.js';
import { LanguageParam } from '../../notify/language.js';
import { findEmergency, inForceAround, type ListedEmergency } from '../emergency.sql.js';
import { pageOfEmergencies, positionOf } from '../page.js';
import { signedReport } from '../report.js';
import { Emergency, EmergencyData, MODES, toEmergency, toEmergencyData, wait } from '../schemas.js';
import { readEmergency } from '../wait.js';

/* Emergencies as people see them: with the names of who began and ended them. */

const LIST = 'dashboard emergencies';

const names = { begun_by: z.string(), ended_by: z.string().nullable() };
const namesOf = ({ begun_by, ended_by }: ListedEmergency) => ({ begun_by, ended_by });

/** What everyone has to know who looks at a place that it concerns. */
const InForce = z.strictObject({
  id: z.uuid(),
  mode: z.enum(MODES),
  drill: z.boolean(),
  location: Named,
  reason: z.string(),
  started_at: Timestamp,
});

export const emergencyPageEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/emergencies',
    role: 'viewer',
    query: z.strictObject({ ...pageParameters }),
    status: 200,
    answer: listOf(EmergencyData.extend(names)),
    async handler({ context, user, query }) {
      const binding = { list: LIST, caller: user, filters: query };
      const position = z.tuple([z.int(), z.uuid()]);
      const after = query.cursor ? decodeCursor(context, binding, query.cursor, position) : null;
      const { rows, limit } = await pageOfEmergencies(context.pool, user.locationId, after, query.limit);
      const item = (row: (typeof rows)[number]) => ({ ...toEmergencyData(row), ...namesOf(row) });
      return { body: pageOf(context, binding, rows, limit, positionOf, item) };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/emergencies-in-force',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({ data: z.array(InForce) }),
    async handler({ context, user }) {
      const rows = await inForceAround(context.pool, user.locationId);
      const data = rows.map(({ id, mode, drill, location, reason, started_at }) => ({
        ...{ id, mode, drill, location, reason, started_at },
      }));
      return { body: { data } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/emergencies/{id}',
    role: 'viewer',
    params: UuidId,
    query: z.strictObject({ wait }),
    status: 200,
    answer: Emergency.extend(names),
    async handler({ context, user, params, query, signal }) {
      const waiting = { waitMs: query.wait * 1_000, signal };
      const row = await readEmergency(context, user, params.id, waiting);
      return { body: { ...toEmergency(row), ...namesOf(row) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/emergencies/{id}/report',
    role: 'viewer',
    params: UuidId,
    query: z.strictObject({ language: LanguageParam }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, params, query }, response) {
      const row = await findEmergency(context.pool, user.locationId, params.id);
      if (!row) throw new ApiError('not_found');
      const bytes = await signedReport(context, row, query.language);
      response.writeHead(200, {
        'Content-Type': 'application/pdf',
        'Content-Length': bytes.length,
        'Content-Disposition': `attachment; filename="emergency-${params.id.slice(0, 8)}.pdf"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(bytes);
    },
  }),
];
