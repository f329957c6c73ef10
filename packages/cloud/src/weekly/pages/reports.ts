import { z } from 'zod';
import { DAYS } from '../../doors/schedule/schedule.rules.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { TEST_LIMIT } from '../../notify/send-test.js';
import { renderWeekly, withImages } from '../../notify/weekly/email.rules.js';
import { chooseWeekly, ownWeekly, sendWeeklyNow, weeklyReportNow } from '../reports.js';

/* The weekly report that the reader chooses for themselves, and what it says now. */

const Time = z.strictObject({ day: z.enum(DAYS), hour: z.int().min(0).max(23) });

/** No script, and nothing from elsewhere: pictures are in it. Links open beside it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox";

export const weeklyEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/weekly-report',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      /** Null: the reader gets none. */
      chosen: Time.nullable(),
      /** Where their role holds: the report is of it and below. */
      location: z.string(),
      timezone: z.string(),
      email: z.string(),
      /** Else it waits in the outbox. */
      sends_mail: z.boolean(),
    }),
    async handler({ context, user }) {
      return {
        body: { ...(await ownWeekly(context, user)), sends_mail: context.config.SMTP_URL !== null },
      };
    },
  }),
  endpoint({
    for: 'page',
    method: 'PUT',
    path: '/weekly-report',
    role: 'viewer',
    body: z.strictObject({ chosen: Time.nullable() }),
    status: 204,
    answer: null,
    async handler({ context, user, body }) {
      await chooseWeekly(context, user, body.chosen);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/weekly-report/mail',
    role: 'viewer',
    status: 200,
    answer: null,
    handler: streamed,
    async stream({ context, user }, response) {
      const { data, language } = await weeklyReportNow(context, user);
      const html = Buffer.from(withImages(renderWeekly(data, language, context.config.SERVICE_NAME).email));
      response.writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': html.length,
        'Cache-Control': 'no-store',
        'Content-Security-Policy': POLICY,
        'X-Content-Type-Options': 'nosniff',
        'Referrer-Policy': 'no-referrer',
      });
      response.end(html);
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/weekly-report/send',
    role: 'viewer',
    body: z.strictObject({}),
    limit: TEST_LIMIT,
    status: 202,
    answer: z.strictObject({ to: z.string() }),
    handler: async ({ context, user }) => ({ body: { to: await sendWeeklyNow(context, user) } }),
  }),
];
