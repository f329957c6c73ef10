import { timingSafeEqual } from 'node:crypto';
import { byUser, recordAudit } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError, invalidField } from '../errors.js';
import { INSERT_USER } from './account-user.sql.js';
import { hashPassword } from './password.js';
import { passwordFault } from './password.rules.js';

/* An empty service makes its first owner with a code that only its log shows: being first to the page is no proof. */

const CODE_CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';

const LOCK_ACCOUNTS = sql.statement('accounts-lock', 'lock table account in exclusive mode');
const ANY_ACCOUNT = sql.statement('account-any', 'select from account limit 1');
const MAKE_ACCOUNT = sql.statement(
  'account-make',
  `with a as (insert into account (name, created_at) values ($1, $4) returning id),
        l as (insert into location (account_id, ref, name, timezone, created_at) select id, 'main', $2, $3, $4 from a returning id, account_id),
        c as (insert into location_ancestor (location_id, ancestor_id, depth) select id, id, 0 from l)
   select account_id, id as location_id from l`,
  { account_id: sql.int, location_id: sql.int },
);

/** The same until there is an account, whichever process is asked. */
export function firstRunCode({ secrets }: Pick<Context, 'secrets'>): string {
  const characters = [...secrets.derive('first-run').subarray(0, 8)].map(
    (byte) => CODE_CHARACTERS[byte % 32],
  );
  return `${characters.slice(0, 4).join('')}-${characters.slice(4).join('')}`;
}

export async function isEmpty({ pool }: { pool: Database }): Promise<boolean> {
  return (await ANY_ACCOUNT.count(pool)) === 0;
}

/** Logs how to begin, as long as the service is empty. */
export async function logFirstRun(context: Context, address: string): Promise<void> {
  if (await isEmpty(context))
    context.log.info(`The service is empty: open ${address} with the code ${firstRunCode(context)}`);
}

/** @throws 422 on `code` */
export function requireCode(context: Pick<Context, 'secrets'>, code: string): void {
  const given = Buffer.from(code.trim().toLowerCase().padEnd(9).slice(0, 9));
  if (given.length !== 9 || !timingSafeEqual(given, Buffer.from(firstRunCode(context))))
    throw invalidField('code', 'is not the code in the log of the service');
}

export interface FirstRun {
  code: string;
  organisation: string;
  location: string;
  timezone: string;
  name: string;
  email: string;
  password: string;
}

/** Makes the account, its first location and its owner. @throws 403, 409-like `forbidden` once there is an account, 422 */
export async function createFirstOwner(context: Context, wanted: FirstRun): Promise<{ userId: string }> {
  requireCode(context, wanted.code);
  if (!isTimeZone(wanted.timezone))
    throw invalidField('timezone', 'is no time zone, such as Europe/Helsinki');
  const fault = passwordFault(wanted.password);
  if (fault) throw invalidField('password', fault);
  const passwordHash = await hashPassword(wanted.password);
  return transaction(context.pool, async (client) => {
    await LOCK_ACCOUNTS.count(client);
    if (!(await isEmpty({ pool: client })))
      throw new ApiError('forbidden', { message: 'The service has an owner already.' });
    const at = new Date(context.clock.now());
    const place = [wanted.organisation.trim(), wanted.location.trim(), wanted.timezone, at];
    const { account_id, location_id } = await MAKE_ACCOUNT.one(client, place);
    const id = context.ids.uuid();
    const name = wanted.name.trim();
    const email = wanted.email.trim().toLowerCase();
    await INSERT_USER.count(client, [id, account_id, location_id, email, name, 'owner', passwordHash, at]);
    await recordAudit(client, context, {
      account_id,
      actor: byUser({ id, name }),
      action: 'account.create',
      subject: { type: 'account', id: String(account_id), name: wanted.organisation },
      location_id,
    });
    return { userId: id };
  });
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return /\//.test(name) || name === 'UTC';
  } catch {
    return false;
  }
}
