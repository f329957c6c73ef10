import { z } from 'zod';
import type { ErrorDetail } from '../../errors.js';
import { detailsOf } from '../../http/details.rules.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { NewKeyBody } from '../../keys/schemas.js';
import { forgetImports, importRow, previewImport, type RowOutcome } from '../import.js';
import { NewPersonBody } from '../schemas.js';

/* A list of people, a hundred rows a request; the page goes on with the next. */

const MAX_ROWS = 100;
/** Some rows may have to wait for a locking system; the rest is asked for again. */
const BUDGET_MS = 5_000;

const { name, security_groups, channel, expires_at } = NewKeyBody.shape;
const Import = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        /** What `POST /people` takes. */
        fields: z.record(z.string().max(50), z.union([z.string().max(2_000), z.int()])),
        copy: z.int().min(0).max(100_000),
      }),
    )
    .min(1)
    .max(MAX_ROWS),
  key: z.strictObject({ name, security_groups, channel, expires_at, for_existing: z.boolean() }).nullable(),
});

const Fault = z.strictObject({ field: z.string(), code: z.string(), message: z.string() });
const Outcome = z.strictObject({
  outcome: z.enum(['create', 'exists', 'before', 'refused']),
  person: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
  key_id: z.int().nullable(),
  faults: z.array(Fault),
  /** Phone and e-mail as they are compared. */
  email: z.string(),
  phone: z.string(),
});
/** In the order of the rows; an import that ran out of time answers fewer than it was asked. */
const Answer = z.strictObject({ data: z.array(Outcome) });

type Asked = z.output<typeof Import>['rows'][number];

function read({ fields, copy }: Asked) {
  const parsed = NewPersonBody.safeParse(fields);
  return parsed.success
    ? { row: { person: parsed.data, copy } }
    : { faults: detailsOf(parsed.error.issues, fields) };
}

const refused = (faults: ErrorDetail[]): z.input<typeof Outcome> => ({
  outcome: 'refused',
  person: null,
  key_id: null,
  faults,
  email: '',
  phone: '',
});

const reported = (outcome: RowOutcome, { email, phone }: { email: string; phone: string }) => ({
  ...outcome,
  email,
  phone,
});

export const importEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/people-import/preview',
    role: 'manager',
    body: Import,
    status: 200,
    answer: Answer,
    async handler({ context, user, body }) {
      const asked = body.rows.map(read);
      const rows = asked.flatMap(({ row }) => row ?? []);
      const outcomes = rows.length > 0 ? await previewImport(context, user, rows, body.key) : [];
      let next = 0;
      const data = asked.map(({ row, faults }) =>
        row ? reported(outcomes[next++] as RowOutcome, row.person) : refused(faults),
      );
      return { body: { data } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/people-import',
    role: 'manager',
    body: Import,
    status: 200,
    answer: Answer,
    async handler({ context, user, body, signal }) {
      await forgetImports(context);
      const until = context.clock.monotonic() + BUDGET_MS;
      const data: z.input<typeof Outcome>[] = [];
      for (const { row, faults } of body.rows.map(read)) {
        data.push(
          row ? reported(await importRow(context, user, row, body.key), row.person) : refused(faults),
        );
        if (signal.aborted || context.clock.monotonic() > until) break;
      }
      return { body: { data } };
    },
  }),
];
