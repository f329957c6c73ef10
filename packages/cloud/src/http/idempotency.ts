import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { ApiError } from '../errors.js';
import { errorOutcome, type Outcome } from './envelope.js';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const KEPT_MS = 24 * 3_600_000;
/** A run of this age counts as abandoned: its process died, or hangs for good. */
const ABANDONED_MS = 60_000;
const MAX_KEPT_BYTES = 64 * 1024;
/** A claim that loses to a run which then stores nothing tries again, so often. */
const MAX_CLAIMS = 5;

export interface KeyedRequest {
  request: IncomingMessage;
  path: string;
  /** The raw body; null for one over 64 KB. */
  bytes: Buffer | null;
  apiKeyId: number;
  /** Of its answer; a longer one is not kept, and its key is free again. */
  keptBytes?: number | undefined;
}

const READ = sql.statement(
  'idempotency-read',
  'select request_hash, status, body from idempotency where api_key_id = $1 and key = $2',
  { request_hash: sql.bytes, status: sql.orNull(sql.int), body: sql.orNull(sql.bytes) },
);

const TAKE = sql.statement(
  'idempotency-take',
  `insert into idempotency as i (api_key_id, key, request_hash, run, started_at) values ($1, $2, $3, $4, $5)
   on conflict (api_key_id, key) do update
     set request_hash = excluded.request_hash, run = excluded.run, started_at = excluded.started_at,
         status = null, body = null, person_id = null
   where i.started_at <= $6
      or (i.status is null and i.started_at <= $7 and i.request_hash = excluded.request_hash)`,
);

const STORE = sql.statement(
  'idempotency-store',
  'update idempotency set status = $4, body = $5, person_id = $6 where api_key_id = $1 and key = $2 and run = $3',
);

const FREE = sql.statement(
  'idempotency-free',
  'delete from idempotency where api_key_id = $1 and key = $2 and run = $3',
);

const PURGE = sql.statement(
  'idempotency-purge',
  `delete from idempotency where (api_key_id, key) in
     (select api_key_id, key from idempotency where started_at <= $1 order by started_at limit $2 for update skip locked)`,
  {},
  { unprepared: true },
);

const OF_PEOPLE = sql.statement(
  'idempotency-of-people',
  `select api_key_id, key, body, person_id from idempotency
   where person_id = any($1::uuid[]) and body is not null for update`,
  { api_key_id: sql.int, key: sql.text, body: sql.present(sql.bytes), person_id: sql.present(sql.uuid) },
);

const ERASE = sql.statement(
  'idempotency-erase',
  `update idempotency i set body = x.body, person_id = null
   from json_to_recordset($1::json) as x(api_key_id int, key text, body bytea)
   where i.api_key_id = x.api_key_id and i.key = x.key`,
);

/**
 * Runs the request once per Idempotency-Key: a retry is given the stored status and body. Without the
 * header it just runs. Throws 400 for a malformed key, 409 `idempotency_conflict` and `idempotency_in_progress`.
 */
export async function withIdempotency(
  context: Context,
  keyed: KeyedRequest,
  run: () => Promise<Outcome>,
): Promise<Outcome> {
  const key = keyed.request.headers['idempotency-key'];
  if (key === undefined) return run();
  if (typeof key !== 'string' || !KEY.test(key))
    throw new ApiError('invalid_request', {
      message: 'The Idempotency-Key must be 1 to 64 characters of A-Z a-z 0-9 _ -.',
    });
  // A body that was too long to keep cannot be compared; it is refused every time anyway.
  if (keyed.bytes === null) return run();
  const { apiKeyId, bytes, keptBytes = MAX_KEPT_BYTES } = keyed;
  const claim = { apiKeyId, key, hash: hashOf(keyed, bytes), run: context.ids.uuid(), keptBytes };
  const replayed = await claimOrReplay(context, claim);
  return replayed ?? runAndStore(context, claim, run);
}

interface Claim {
  apiKeyId: number;
  key: string;
  hash: Buffer;
  run: string;
  keptBytes: number;
}

async function claimOrReplay(context: Context, claim: Claim): Promise<Outcome | null> {
  for (let attempt = 0; attempt < MAX_CLAIMS; attempt++) {
    if (await take(context, claim)) return null;
    const stored = await READ.row(context.pool, [claim.apiKeyId, claim.key]);
    // The run that held the key has ended without an answer to store: the key is free again.
    if (!stored) continue;
    if (!stored.request_hash.equals(claim.hash)) throw new ApiError('idempotency_conflict');
    if (stored.status === null || stored.body === null) break;
    const body = context.secrets.open(stored.body, answerSubject(claim));
    return { status: stored.status, body, headers: { 'Idempotent-Replayed': 'true' } };
  }
  throw new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '2' } });
}

/** Takes a key that is new, whose answer is out of date, or whose run of the same request was abandoned. */
async function take(context: Context, claim: Claim): Promise<boolean> {
  const now = context.clock.now();
  const [started, outdated, abandoned] = [now, now - KEPT_MS, now - ABANDONED_MS].map((ms) => new Date(ms));
  const { apiKeyId, key, hash, run } = claim;
  return (await TAKE.count(context.pool, [apiKeyId, key, hash, run, started, outdated, abandoned])) === 1;
}

async function runAndStore(context: Context, claim: Claim, run: () => Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    const refusal = error instanceof ApiError ? errorOutcome(error) : null;
    const store = refusal && isStorable(claim, refusal) && (error as ApiError).kind !== 'locksys_rejected';
    await settle(context, claim, store ? refusal : null);
    throw error;
  }
  await settle(context, claim, isStorable(claim, outcome) ? outcome : null);
  return outcome;
}

function isStorable({ keptBytes }: Claim, { status, body }: Outcome): boolean {
  return status < 500 && status !== 429 && body !== null && Buffer.byteLength(body) <= keptBytes;
}

/** Stores the answer, or frees the key. The work is done: an error here must not turn it into a 500. */
async function settle(context: Context, claim: Claim, outcome: Outcome | null): Promise<void> {
  const run = [claim.apiKeyId, claim.key, claim.run];
  try {
    if (outcome?.body == null) {
      await FREE.count(context.pool, run);
      return;
    }
    const body = context.secrets.seal(String(outcome.body), answerSubject(claim));
    await STORE.count(context.pool, [...run, outcome.status, body, outcome.personId]);
  } catch (error) {
    context.log.warn(
      { error: { name: (error as Error).name, message: (error as Error).message } },
      'an idempotent answer could not be stored',
    );
  }
}

/** Removes answers that are out of date; returns how many. Bounded, so that it never holds many rows at once. */
export function purgeIdempotency(context: Context, max = 1_000): Promise<number> {
  return PURGE.count(context.pool, [new Date(context.clock.now() - KEPT_MS), max]);
}

function hashOf({ request, path }: KeyedRequest, bytes: Buffer): Buffer {
  return createHash('sha256').update(`${request.method} ${path}\n`).update(bytes).digest();
}

/** Removes the personal data of erased people from stored answers; the rest of an answer stays. */
export async function eraseFromAnswers(
  { secrets }: Pick<Context, 'secrets'>,
  client: PoolClient,
  personIds: readonly string[],
  withoutPerson: (body: string, personId: string) => string,
): Promise<void> {
  const rows = await OF_PEOPLE.rows(client, [personIds]);
  if (rows.length === 0) return;
  const erased = rows.map(({ api_key_id, key, body, person_id }) => {
    const about = answerSubject({ apiKeyId: api_key_id, key });
    const sealed = secrets.seal(withoutPerson(secrets.open(body, about), person_id), about);
    return { api_key_id, key, body: sql.jsonBytes(sealed) };
  });
  await ERASE.count(client, [JSON.stringify(erased)]);
}

/** What a stored answer is sealed with. */
export function answerSubject(claim: Pick<Claim, 'apiKeyId' | 'key'>): string {
  return `idempotency:${claim.apiKeyId}:${claim.key}`;
}
