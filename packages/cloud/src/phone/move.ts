import { recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import {
  hashMoveCode,
  hashPhoneToken,
  MOVE_CODE_BYTES,
  MOVE_LIFETIME_MS,
  toMoveCode,
} from './phone.rules.js';
import { addPhone, type NewPhone, phoneEntry, REMOVE_PHONE } from './phones.js';

/* The keys on a phone go to another one, or to the home screen of the same: some phones keep the two apart. */

const OFFER = sql.statement(
  'phone-offer',
  'update phone set move_hash = $2, move_until = $3, move_to = null where id = $1',
);
const BY_CODE = sql.statement(
  'phone-by-code',
  `select s.id, s.move_to, t.id is not null as is_there from phone s
   left join phone t on t.id = s.move_to and t.token_hash = $3
   where s.move_hash = $1 and s.move_until > $2 and s.token_hash is distinct from $3 for update of s`,
  { id: sql.uuid, move_to: sql.orNull(sql.uuid), is_there: sql.bool },
);
const MOVE_TO = sql.statement('phone-move-to', 'update phone set move_to = $2 where id = $1');
const MOVE_KEYS = sql.statement(
  'phone-move-keys',
  `with gone as (
     delete from phone_key m using access_key k
     where m.phone_id = $1 and m.ended_at is null and k.id = m.access_key_id
     returning k.id, k.name, k.account_id, k.location_id),
   bound as (
     insert into phone_key (phone_id, access_key_id, bound_at) select $2, id, $3 from gone
     on conflict (phone_id, access_key_id) do update set bound_at = excluded.bound_at, ended_at = null)
   select * from gone order by id`,
  { id: sql.int, name: sql.text, account_id: sql.int, location_id: sql.int },
);

/** A code for five minutes; it ends the previous one. */
export async function offerMove(context: Context, phoneId: string): Promise<string> {
  const code = toMoveCode(context.ids.bytes(MOVE_CODE_BYTES));
  const until = new Date(context.clock.now() + MOVE_LIFETIME_MS);
  await OFFER.count(context.pool, [phoneId, hashMoveCode(code), until]);
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
    const before = to.before === null ? null : hashPhoneToken(to.before);
    const from = await BY_CODE.row(client, [hashMoveCode(code), now, before]);
    if (!from) throw new ApiError('not_found', { message: 'The code is wrong, or its time is over.' });
    if (!from.is_there || from.move_to === null) {
      const made = await addPhone(client, context, to);
      await MOVE_TO.count(client, [from.id, made]);
      return false;
    }
    const phoneId = from.move_to;
    const rows = await MOVE_KEYS.rows(client, [from.id, phoneId, now]);
    await REMOVE_PHONE.count(client, [from.id]);
    const entries = rows.map((key) => {
      const actor = { type: 'key', id: String(key.id), name: key.name } as const;
      return phoneEntry(key, actor, 'key.move_phone', phoneId);
    });
    await recordAudits(client, context, entries);
    return true;
  });
}
