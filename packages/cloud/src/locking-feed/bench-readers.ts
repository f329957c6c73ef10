import type { ReadersAnswer, ReadersRequest } from '@door-access/protocol/bench';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { actAtReader, cutLine, isLineCut, listReaderKeys, listReaders } from './simulated.js';

/** The bench accepts answers of up to 64 KB. */
const MAX_READERS_SHOWN = 50;
const MAX_KEYS_SHOWN = 100;

const SIMULATED = sql.statement('gateway-simulated', 'select from gateway where id = $1 and bench');

/** Handles requests of the bench page to the readers of a simulated gateway's account. @throws `forbidden` for a real gateway */
export async function useReaders(
  context: Context,
  gateway: { id: string; account_id: number; name: string },
  wanted: ReadersRequest,
): Promise<ReadersAnswer> {
  if (!(await SIMULATED.count(context.pool, [gateway.id])))
    throw new ApiError('forbidden', { message: 'This gateway is not simulated.' });
  const reach = { accountId: gateway.account_id, locationId: null };
  let answer: Pick<ReadersAnswer, 'granted' | 'reason'> = { granted: null, reason: null };
  if (wanted.act === 'line') await cutLine(context, gateway.account_id, wanted.cut);
  else if (wanted.act !== 'look') {
    const by = { type: 'rule', id: null, name: `bench of ${gateway.name}` } as const;
    const { granted, reason } = await actAtReader(context, reach, wanted.lock_id, wanted, by);
    answer = { granted, reason };
  }
  const { data: readers } = await listReaders(context, reach);
  const { data: keys } = readers.length === 0 ? { data: [] } : await listReaderKeys(context, reach);
  return {
    ...answer,
    readers: readers.slice(0, MAX_READERS_SHOWN),
    keys: keys.slice(0, MAX_KEYS_SHOWN),
    has_more: readers.length > MAX_READERS_SHOWN || keys.length > MAX_KEYS_SHOWN,
    cut: await isLineCut(context),
  };
}
