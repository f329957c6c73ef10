import { z } from 'zod';
import { endpoint, type PageEndpoint } from '../../http/endpoint.js';
import { IntId, LockName, Named, Timestamp } from '../../http/schemas.js';
import { DAYS, noiseOf, noisyDoors } from '../noise.js';
import { CAUSES } from '../noise.rules.js';

/** In a query. */
const Seconds = (max: number) =>
  z.coerce.number('must be a number of seconds').int().min(1).max(max).optional();

const Settings = z.strictObject({ window_ms: z.int(), left_open_ms: z.int() });
const Compared = z.strictObject({ before: z.int(), ended: z.int(), hidden: z.int(), added: z.int() });

const Counted = z.strictObject({ cause: z.enum(CAUSES), count: z.int() });

export const noiseEndpoints: readonly PageEndpoint[] = [
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/noise',
    role: 'viewer',
    status: 200,
    answer: z.strictObject({
      /** Alarms of so many days. */
      days: z.int(),
      data: z.array(
        LockName.extend({
          location: Named,
          forced: z.int(),
          left_open: z.int(),
          /** Not judged yet: they last, or have ended within minutes. */
          waiting: z.int(),
          nuisance: z.int(),
          /** The most frequent first. */
          causes: z.array(Counted),
        }),
      ),
    }),
    async handler({ context, user }) {
      const rows = await noisyDoors(context, user);
      return { body: { days: DAYS, data: rows.map((row) => ({ ...row, causes: row.causes ?? [] })) } };
    },
  }),
  endpoint({
    for: 'page',
    method: 'GET',
    path: '/doors/{id}/noise',
    role: 'viewer',
    params: IntId,
    query: z.strictObject({ window_s: Seconds(60), left_open_s: Seconds(86_400) }),
    status: 200,
    answer: z.strictObject({
      lock: LockName,
      location: Named,
      /** So far back is looked. */
      since: Timestamp,
      settings: Settings,
      alarms: z.int(),
      nuisance: z.int(),
      causes: z.array(Counted),
      replay: z.strictObject({ settings: Settings, forced: Compared, left_open: Compared }),
    }),
    async handler({ context, user, params, query: { window_s, left_open_s } }) {
      const asked = {
        ...(window_s === undefined ? {} : { window_ms: window_s * 1_000 }),
        ...(left_open_s === undefined ? {} : { left_open_ms: left_open_s * 1_000 }),
      };
      return { body: await noiseOf(context, user, params.id, asked) };
    },
  }),
];
