import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { READ_HEAD } from '../rows.js';
import { verifyAudit } from '../verify.js';
import { auditListEndpoints } from './list.js';

/* Whether the records of who did what are intact. */

/** A line of the check: its progress, and at the end its result or its failure. */
const CheckLine = z.strictObject({
  read: z.int().optional(),
  of: z.int().optional(),
  check: z
    .strictObject({
      entries: z.int(),
      /** Of these, forgotten after their time. */
      forgotten: z.int(),
      erased: z.int(),
      unchained: z.int(),
      anchor: z.string().nullable(),
      fault: z
        .strictObject({ sequence: z.int().nullable(), id: z.string().nullable(), message: z.string() })
        .nullable(),
    })
    .optional(),
  error: z.string().optional(),
});

/** Accounts whose chain is being read: it is read whole, so once at a time. */
const beingChecked = new Set<number>();

export const auditEndpoints: readonly PageEndpoint[] = [
  ...auditListEndpoints,
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit/check',
    role: 'manager',
    status: 200,
    answer: null,
    handler: streamed,
    streams: CheckLine,
    async stream({ context, user, signal }, response) {
      await requireWholeAccount(context.pool, user, 'Checking the audit log');
      const { accountId } = user;
      if (beingChecked.has(accountId))
        throw new ApiError('rate_limited', {
          message: 'The chain is being checked already.',
          headers: { 'Retry-After': '10' },
        });
      beingChecked.add(accountId);
      const send = (line: z.input<typeof CheckLine>) => response.write(`${JSON.stringify(line)}\n`);
      try {
        const of = (await READ_HEAD.row(context.pool, [accountId]))?.sequence ?? 0;
        response.writeHead(200, {
          'Content-Type': 'application/x-ndjson; charset=utf-8',
          'Cache-Control': 'no-store',
          'X-Accel-Buffering': 'no',
          'X-Content-Type-Options': 'nosniff',
        });
        const onProgress = (read: number) => {
          if (signal.aborted) throw new Error('the page no longer waits for the check');
          send({ read, of });
        };
        const [check] = await verifyAudit(context, { accountId, onProgress });
        const {
          entries = 0,
          forgotten = 0,
          erased = 0,
          unchained = 0,
          anchor = null,
          fault = null,
        } = check ?? {};
        send({ check: { entries, forgotten, erased, unchained, anchor, fault } });
        if (fault) context.log.error({ account_id: accountId, fault }, 'the audit chain is broken');
      } catch (error) {
        if (!response.headersSent) throw error;
        if (!signal.aborted) {
          context.log.error({ err: error }, 'the audit chain could not be checked');
          send({ error: 'The check could not be finished. Try again.' });
        }
      } finally {
        beingChecked.delete(accountId);
      }
      response.end();
    },
  }),
];
