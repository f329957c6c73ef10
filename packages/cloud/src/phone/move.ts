import { recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { ApiError } from '../errors.js';
import {
  hashMoveCode,
  hashPhoneToken,
  MOVE_CODE_BYTES,
  MOVE_LIFETIME_MS,
  toMoveCode,
} from './phone.rules.js';
import { addPhone, type NewPhone } from './phones.js';

/* The keys on a phone go to another one, or to the home screen of the same: some phones keep the two apart. */

/** A code for five minutes; the one before is dead. */
export async function offerMove(context: Context, phoneId: string): Promise<string> {
  const code = toMoveCode(context.ids.bytes(MOVE_CODE_BYTES));
  await context.pool.query('update phone set move_hash = $2, move_until = $3, move_to = null where id = $1', [
    phoneId,
    hashMoveCode(code),
    new Date(context.clock.now() + MOVE_LIFETIME_MS),
  ]);
  return code;
}

/**
 * Moves all keys from the phone of this code to the phone that shows it. The first call creates the new phone, and the keys
 * are moved when its token is shown: so a lost answer does not lose keys.
 * @returns whether the keys have moved
 * @throws 404
 */
export async function claimMove(context: Context, code: string, to: NewPhone): Promise<boolean> {
  return transaction(context.pool, async (client) => {
    const now = new Date(context.clock.now());
    const { rows: found } = await client.query<{ id: string; move_to: string | null; is_there: boolean }>(
      `select s.id, s.move_to, t.id is not null as is_there from phone s
       left join phone t on t.id = s.move_to and t.token_hash = $3
       where s.move_hash = $1 and s.move_until > $2 and s.token_hash is distinct from $3 for update of s`,
      [hashMoveCode(code), now, to.before === null ? null : hashPhoneToken(to.before)],
    );
    const [from] = found;
    if (!from) throw new ApiError('not_found', { message: 'The code is wrong, or its time is over.' });
    if (!from.is_there || from.move_to === null) {
      const made = await addPhone(client, context, to);
      await client.query('update phone set move_to = $2 where id = $1', [from.id, made]);
      return false;
    }
    const phoneId = from.move_to;
    const { rows } = await client.query<Moved>(
      `with gone as (
         delete from phone_key m using access_key k
         where m.phone_id = $1 and m.ended_at is null and k.id = m.access_key_id
         returning k.id, k.name, k.account_id, k.location_id),
       bound as (
         insert into phone_key (phone_id, access_key_id, bound_at) select $2, id, $3 from gone
         on conflict (phone_id, access_key_id) do update set bound_at = excluded.bound_at, ended_at = null)
       select * from gone order by id`,
      [from.id, phoneId, now],
    );
    await client.query('delete from phone where id = $1', [from.id]);
    await recordAudits(
      client,
      context,
      rows.map(({ id, name, account_id, location_id }) => ({
        account_id,
        actor: { type: 'key', id: String(id), name },
        action: 'key.move_phone',
        subject: { type: 'key', id: String(id), name },
        location_id,
        details: { phone_id: phoneId },
      })),
    );
    return true;
  });
}

interface Moved {
  id: number;
  name: string;
  account_id: number;
  location_id: number;
}
