import type { PoolClient } from 'pg';
import * as sql from '../database/statement.js';

/** Much longer than a press is valid, and than clocks of processes differ. */
const KEPT_MS = 3_600_000;
const FORGET_AT_ONCE = 10;

const TAKE = sql.statement(
  'press-take',
  `with forgotten as (
     delete from phone_press where id in (
       select id from phone_press where taken_at < $3 order by taken_at limit ${FORGET_AT_ONCE} for update skip locked))
   insert into phone_press (id, taken_at) values ($1, $2)`,
);

/** In the transaction of the command that the press becomes. @throws what `isTaken` knows if it became one already */
export async function takePress(client: PoolClient, id: string, now: number): Promise<void> {
  await TAKE.count(client, [id, new Date(now), new Date(now - KEPT_MS)]);
}

export const isTaken = (error: unknown): boolean =>
  (error as { code?: string; constraint?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === 'phone_press_pkey';
