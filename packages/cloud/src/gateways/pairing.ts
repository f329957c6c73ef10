import { createHash, timingSafeEqual } from 'node:crypto';
import { toTimestamp } from '@door-access/protocol';
import type { PairRequest } from '@door-access/protocol/setup';
import type { PoolClient } from 'pg';
import type { Actor } from '../audit/entry.rules.js';
import { recordAudit, SERVICE } from '../audit/record.js';
import { type Context, type Database, transaction } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { forgetPast } from '../past/forget.js';
import { gatewayEntry, KNOWN_COLUMNS, KNOWN_GATEWAY } from './entry.js';
import {
  CODE_LIFETIME_MS,
  CODE_RANDOM_BYTES,
  hashPairingCode,
  makePairingCode,
  pairingSelector,
  parsePairingCode,
  TRIES,
} from './pairing.rules.js';
import { hashGatewaySecret, makeGatewaySecret, SECRET_RANDOM_BYTES } from './secret.rules.js';
import { isWholeFor, requireWhole } from './whole.js';

/* Pairing: a person asks for a code, the gateway on site brings it, and gets the gateway's credential in exchange. */

type Tools = Pick<Context, 'clock' | 'ids' | 'pool' | 'secrets'>;
const CODE_KEY = 'gateway-pairing';
/** Another open code may begin alike; so many in a row do not. */
const MAX_DRAWS = 20;

export interface OpenCode {
  gateway_id: string;
  code: string;
  expires_at: Date;
}

const LOCK_GATEWAY = sql.statement(
  'pairing-lock-gateway',
  `select ${KNOWN_COLUMNS} from gateway where id = $1 and revoked_at is null for update`,
  KNOWN_GATEWAY,
);

const OPEN = sql.statement(
  'pairing-open',
  `insert into gateway_pairing (gateway_id, selector, code_hash, tries_left, created_at, expires_at, created_by)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (gateway_id) do update set selector = excluded.selector, code_hash = excluded.code_hash,
     tries_left = excluded.tries_left, created_at = excluded.created_at, expires_at = excluded.expires_at,
     created_by = excluded.created_by, paired_at = null, description = null`,
);

const LOCK_DRAWS = sql.statement(
  'pairing-lock-draws',
  "select from pg_advisory_xact_lock(hashtext('gateway_pairing'))",
);

const END_EXPIRED = sql.statement(
  'pairing-end-expired',
  'update gateway_pairing set selector = null where selector is not null and expires_at <= $1',
);

const WITH_SELECTOR = sql.statement(
  'pairing-with-selector',
  'select from gateway_pairing where selector = $1',
);

const LOCK_OPEN = sql.statement(
  'pairing-lock-open',
  `select g.id, g.account_id, g.location_id, g.name, p.code_hash, p.created_by
   from gateway_pairing p join gateway g on g.id = p.gateway_id
   where p.selector = $1 and p.expires_at > $2 and g.revoked_at is null for update of g, p`,
  { ...KNOWN_GATEWAY, code_hash: sql.bytes, created_by: sql.json<Actor>() },
);

const COUNT_WRONG_CODE = sql.statement(
  'pairing-count-wrong-code',
  `update gateway_pairing set tries_left = tries_left - 1, selector = case when tries_left > 1 then selector end
   where gateway_id = $1`,
);

const SET_SECRET = sql.statement(
  'pairing-set-secret',
  `update gateway set secret_hash = $2, previous_secret_hash = null, previous_secret_until = null where id = $1
   returning connection`,
  { connection: sql.bigint },
);

const END = sql.statement(
  'pairing-end',
  'update gateway_pairing set selector = null, paired_at = $2, description = $3 where gateway_id = $1',
);

const RESET_JOURNALS = sql.statement(
  'pairing-reset-journals',
  `with reset as (delete from journal_mark where gateway_id = $1 returning gateway_id)
   update gateway set journals_forgotten = true where id in (select gateway_id from reset)`,
);

const ADD_REPORT_KEY = sql.statement(
  'report-key-add',
  `insert into gateway_report_key (gateway_id, key_id, public_key, added_at) values ($1, $2, $3, $4)
   on conflict do nothing`,
);

/** What the gateway said of itself when it was paired. */
type Description = Pick<PairRequest, 'host' | 'agent' | 'doors'>;

const READ = sql.statement(
  'pairing-read',
  'select selector, expires_at, paired_at, description from gateway_pairing where gateway_id = $1',
  {
    selector: sql.orNull(sql.text),
    expires_at: sql.time,
    paired_at: sql.orNull(sql.time),
    description: sql.orNull(sql.json<Description>()),
  },
);

const CLOSE = sql.statement(
  'pairing-close',
  'update gateway_pairing set selector = null where gateway_id = $1',
);

/**
 * Gives a gateway a new one-time code; the previous code becomes invalid.
 * @param within the location of the caller; left out for the operator
 * @throws 403 if it drives a door elsewhere, 404 for one that is unknown or revoked
 */
export async function openPairing(
  tools: Tools,
  gatewayId: string,
  by: Actor = SERVICE,
  within?: number,
): Promise<OpenCode> {
  return transaction(tools.pool, async (client) => {
    const gateway = await LOCK_GATEWAY.row(client, [gatewayId]);
    if (!gateway)
      throw new ApiError('not_found', { message: 'There is no such gateway, or it was revoked.' });
    if (within !== undefined) await requireWhole(client, gatewayId, within);
    const code = await drawCode(client, tools);
    const now = tools.clock.now();
    const expires_at = new Date(now + CODE_LIFETIME_MS);
    const hash = hashPairingCode(tools.secrets.derive(CODE_KEY), code);
    const selector = pairingSelector(code);
    await OPEN.count(client, [
      gatewayId,
      selector,
      hash,
      TRIES,
      new Date(now),
      expires_at,
      JSON.stringify(by),
    ]);
    await recordAudit(client, tools, gatewayEntry(gateway, by, 'open_pairing'));
    return { gateway_id: gatewayId, code, expires_at };
  });
}

/** Draws a code whose beginning no open code has. Draws are rare, so they wait for each other. */
async function drawCode(client: PoolClient, tools: Tools): Promise<string> {
  await LOCK_DRAWS.count(client);
  await END_EXPIRED.count(client, [new Date(tools.clock.now())]);
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const code = makePairingCode(tools.ids.bytes(CODE_RANDOM_BYTES));
    if ((await WITH_SELECTOR.count(client, [pairingSelector(code)])) === 0) return code;
  }
  throw new ApiError('server_error', { message: 'Too many codes are open at once; try again in a minute.' });
}

export interface Paired {
  id: string;
  secret: string;
  name: string;
}

/**
 * Trades a code for the gateway's credential: a new secret, which ends the connection of the old one at once, and the
 * public key of the gateway's reports; the positions of its journals are reset. Null for a code that is wrong, used,
 * expired, or whose creator has lost the right to it; the caller does not learn which.
 */
export async function pairGateway(
  tools: Tools & Pick<Context, 'nudge'>,
  { code: written, public_key, host, agent, doors }: PairRequest,
): Promise<Paired | null> {
  const code = parsePairingCode(written);
  if (!code) return null;
  const now = new Date(tools.clock.now());
  const paired = await transaction(tools.pool, async (client) => {
    const found = await LOCK_OPEN.row(client, [pairingSelector(code), now]);
    if (!found) return null;
    const hashes = tools.secrets.keysFor(CODE_KEY).map((key) => hashPairingCode(key, code));
    if (!hashes.some((hash) => timingSafeEqual(found.code_hash, hash))) {
      await COUNT_WRONG_CODE.count(client, [found.id]);
      return null;
    }
    const { type, id: asker } = found.created_by;
    if (type === 'user' && !(asker !== null && (await isWholeFor(client, found.id, asker)))) return null;
    const secret = makeGatewaySecret(tools.ids.bytes(SECRET_RANDOM_BYTES));
    const { connection } = await SET_SECRET.one(client, [found.id, hashGatewaySecret(secret)]);
    await END.count(client, [found.id, now, JSON.stringify({ host, agent, doors } satisfies Description)]);
    // Someone with the old secret may have advanced them: the gateway's numbers are accepted from its own first one on.
    await RESET_JOURNALS.count(client, [found.id]);
    await addReportKey(client, found.id, Buffer.from(public_key, 'base64url'), now);
    const forgotten = await forgetPast(client, found.account_id);
    const details = {
      host,
      agent,
      doors: doors.length,
      ...(forgotten ? { generated_past_removed: toTimestamp(forgotten.getTime()) } : {}),
    };
    await recordAudit(client, tools, gatewayEntry(found, found.created_by, 'pair', details));
    return { id: found.id, secret, name: found.name, connection };
  });
  if (!paired) return null;
  endConnections(tools, paired.id, paired.connection);
  return { id: paired.id, secret: paired.secret, name: paired.name };
}

/** Closes the connections that logged in up to now, in every process; later ones stay. */
export function endConnections(
  { nudge }: Pick<Context, 'nudge'>,
  gatewayId: string,
  connection: number,
): void {
  nudge.emit('gateway', gatewayId, connection + 1);
}

export const reportKeyId = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 32);

/** Keys stay, so that what they signed can be verified for ever. */
export async function addReportKey(
  database: Database,
  gatewayId: string,
  publicKey: Buffer,
  now: Date,
): Promise<void> {
  await ADD_REPORT_KEY.count(database, [gatewayId, reportKeyId(publicKey), publicKey, now]);
}

export interface PairingState {
  /** `none`, `open`, `over` (ran out or was guessed at too often) or `paired`. */
  state: 'none' | 'open' | 'over' | 'paired';
  expires_at: Date | null;
  paired_at: Date | null;
  unit: Description | null;
}

export async function readPairing(
  { pool, clock }: Pick<Context, 'pool' | 'clock'>,
  gatewayId: string,
): Promise<PairingState> {
  const row = await READ.row(pool, [gatewayId]);
  if (!row) return { state: 'none', expires_at: null, paired_at: null, unit: null };
  const isOpen = row.selector !== null && row.expires_at.getTime() > clock.now();
  return {
    state: row.paired_at ? 'paired' : isOpen ? 'open' : 'over',
    expires_at: row.expires_at,
    paired_at: row.paired_at,
    unit: row.description,
  };
}

/** For a code that is not needed any more. */
export async function closePairing(database: Database, gatewayId: string): Promise<void> {
  await CLOSE.count(database, [gatewayId]);
}
