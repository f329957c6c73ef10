import { z } from 'zod';
import { ApiError } from '../../errors.js';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { Timestamp, UuidId } from '../../http/schemas.js';
import { addBrowser, listBrowsers, removeBrowser } from '../push/browsers.js';
import { pushKey } from '../push/keys.js';
import { sendTest, TEST_LIMIT } from '../send-test.js';
import { LanguageField, TestOutcome } from './outcome.js';

const base64Url = (bytes: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]+$/, 'must be base64url')
    .refine((text) => Buffer.from(text, 'base64url').length === bytes, `must be ${bytes} bytes`);

const MAX_USER_AGENT = 300;

/** The browsers of the caller, and of no one else. */
export const browserEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/account/browsers',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      /** What a browser subscribes with: the public key, base64url. */
      key: z.string(),
      data: z.array(
        z.strictObject({
          id: z.uuid(),
          user_agent: z.string(),
          host: z.string(),
          /** SHA-256 of its endpoint and keys, with a blank between them, base64url. */
          fingerprint: z.string(),
          created_at: Timestamp,
          last_sent_at: Timestamp.nullable(),
        }),
      ),
    }),
    async handler({ context, user }) {
      const [key, rows] = await Promise.all([pushKey(context), listBrowsers(context, user)]);
      const data = rows.map(({ created_at, last_sent_at, ...row }) => ({
        ...row,
        created_at: created_at.toISOString(),
        last_sent_at: last_sent_at?.toISOString() ?? null,
      }));
      return { body: { key, data } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/account/browsers',
    role: 'viewer',
    body: z.strictObject({
      endpoint: z.string().min(1).max(2048),
      p256dh: base64Url(65),
      auth: base64Url(16),
    }),
    status: 201,
    answer: z.strictObject({ id: z.uuid() }),
    async handler({ context, user, body, request }) {
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
      return { body: { id: await addBrowser(context, user, body, userAgent) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'DELETE',
    path: '/account/browsers/{id}',
    role: 'viewer',
    params: UuidId,
    status: 204,
    answer: null,
    async handler({ context, user, params }) {
      await removeBrowser(context, user, params.id);
      return {};
    },
  }),
  endpoint({
    for: 'page',
    method: 'POST',
    path: '/account/browsers/{id}/test',
    role: 'viewer',
    params: UuidId,
    body: z.strictObject({ language: LanguageField }),
    limit: TEST_LIMIT,
    status: 200,
    answer: TestOutcome,
    async handler({ context, user, params, body }) {
      const found = (await listBrowsers(context, user)).find(({ id }) => id === params.id);
      if (!found) throw new ApiError('not_found');
      const to = { channel: 'browser' as const, to: found.host, browser: found.id, ...body };
      return { body: await sendTest(context, user, to) };
    },
  }),
];
