import type { SignedReport } from '@door-access/protocol/setup';
import { z } from 'zod';
import { ApiError } from '../errors.js';
import { type KeptReport, listReports, reportFile } from '../gateways/reports.js';
import { IntId, IntIdParam, Timestamp, UuidParam } from '../http/schemas.js';
import { findLock } from '../locks/read.js';
import { type DashboardEndpoint, page, streamed } from './endpoint.js';

/* The signed reports of a door's tests, as its gateway handed them in. */

const REPORTS_SHOWN = 5;

const Report = z.strictObject({
  id: z.uuid(),
  result: z.enum(['passed', 'failed', 'incomplete']),
  finished_at: Timestamp,
  by: z.string(),
  simulated: z.boolean(),
  has_pdf: z.boolean(),
  steps: z.array(
    z.object({
      step: z.string(),
      result: z.enum(['passed', 'failed', 'skipped']),
      detail: z.string(),
      advice: z.string(),
      measured: z.record(z.string(), z.number()),
    }),
  ),
});

function toReport({ id, finished_at, document, has_pdf }: KeptReport): z.input<typeof Report> {
  const { report } = JSON.parse(document) as SignedReport;
  const { result, by, door, steps } = report;
  return { id, result, finished_at, by, simulated: door.driver === 'bench', has_pdf, steps };
}

const TYPES = { json: 'application/json; charset=utf-8', pdf: 'application/pdf' };

export const reportEndpoints: readonly DashboardEndpoint[] = [
  page({
    method: 'GET',
    path: '/doors/{id}/reports',
    role: 'viewer',
    params: IntId,
    status: 200,
    answer: z.strictObject({ data: z.array(Report) }),
    async handler({ context, user, params }) {
      if (!(await findLock(context.pool, user, params.id))) throw new ApiError('not_found');
      const rows = await listReports(context.pool, params.id, REPORTS_SHOWN);
      return { body: { data: rows.map(toReport) } };
    },
  }),
  page({
    method: 'GET',
    path: '/doors/{id}/reports/{report}/{format}',
    role: 'viewer',
    params: z.strictObject({ id: IntIdParam, report: UuidParam, format: z.enum(['json', 'pdf']) }),
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user, params: { id, report, format } }, response) {
      const bytes = (await findLock(context.pool, user, id))
        ? await reportFile(context.pool, id, report, format)
        : null;
      if (!bytes) throw new ApiError('not_found');
      response.writeHead(200, {
        'Content-Type': TYPES[format],
        'Content-Length': bytes.length,
        'Content-Disposition': `attachment; filename="door-${id}-test-${report.slice(0, 8)}.${format}"`,
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
      response.end(bytes);
    },
  }),
];
