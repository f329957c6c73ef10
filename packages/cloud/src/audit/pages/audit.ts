import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { decodeCursor, encodeCursor } from '../../http/cursor.js';
import { endpoint, type PageEndpoint, streamed } from '../../http/endpoint.js';
import { requireWholeAccount } from '../../locations/whole-account.js';
import { READ_HEAD } from '../rows.js';
import { verifySome } from '../verify.js';
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
  /** The time of the request is over: where to go on (`after`). */
  next: z.string().optional(),
  error: z.string().optional(),
});

const Position = z.tuple([z.int(), z.int(), z.string()]);
/** No request lasts much longer, whatever the length of the chain. */
const READ_MS = 10_000;

/** Accounts whose chain is being read: it is read whole, so once at a time. */
const beingChecked = new Set<number>();

export const auditEndpoints: readonly PageEndpoint[] = [
  ...auditListEndpoints,
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/audit/check',
    role: 'manager',
    query: z.strictObject({ after: z.string().max(400).optional() }),
    status: 200,
    answer: null,
    handler: streamed,
    streams: CheckLine,
    async stream({ context, user, query, signal }, response) {
      await requireWholeAccount(context.pool, user, 'Checking the audit log');
      const { accountId } = user;
      const binding = { list: 'dashboard audit check', caller: user, filters: {} };
      const after = query.after ? decodeCursor(context, binding, query.after, Position) : null;
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
        const until = context.clock.monotonic() + READ_MS;
        const found = await verifySome(context, accountId, {
          from: after && { entries: after[0], erased: after[1], hash: after[2] },
          isOver: () => context.clock.monotonic() >= until,
          onProgress,
        });
        if ('account' in found) {
          const { account: _, ...check } = found;
          send({ check });
        } else send({ next: encodeCursor(context, binding, [found.entries, found.erased, found.hash]) });
        const fault = 'fault' in found ? found.fault : null;
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
