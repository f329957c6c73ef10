import { readFileSync } from 'node:fs';
import { toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { Caller, Manager } from '../http/endpoint.js';
import { feedOf } from './feed.js';
import { cursorOf, endAt, oldestCursor } from './position.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const GATEWAYS = sql.statement(
  'status-gateways',
  `select count(*)::int as total, count(*) filter (where g.online)::int as online
   from gateway g where g.revoked_at is null and ${sql.isWithin('g', '$1')}`,
  { total: sql.present(sql.int), online: sql.present(sql.int) },
);

export async function readStatus(context: Context, caller: Caller | Manager) {
  const [{ total, online }, horizon, oldest_cursor] = await Promise.all([
    GATEWAYS.one(context.pool, [caller.locationId]),
    feedOf(context).horizons.known(),
    oldestCursor(context, caller),
  ]);
  const now = context.clock.now();
  return {
    service: { version, time: toTimestamp(now) },
    gateways: { total, online, offline: total - online },
    oldest_cursor,
    latest_cursor: cursorOf(context, caller, endAt(context, horizon)),
  };
}
