import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PoolClient } from 'pg';
import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { errorOutcome, type Outcome } from './envelope.js';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
export const KEPT_MS = 24 * 3_600_000;
/** A run of this age counts as abandoned: its process died, or hangs for good. */
const ABANDONED_MS = 60_000;
const MAX_STORED_BYTES = 64 * 1024;
/** A claim that loses to a run which then stores nothing tries again, so often. */
const MAX_CLAIMS = 5;

export interface KeyedRequest {
  request: IncomingMessage;
  path: string;
  /** The raw body; null for one over 64 KB. */
  bytes: Buffer | null;
  apiKeyId: number;
}

interface Stored {
  request_hash: Buffer;
  status: number | null;
  body: Buffer | null;
}

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
  const claim = { apiKeyId: keyed.apiKeyId, key, hash: hashOf(keyed, keyed.bytes), run: context.ids.uuid() };
  const replayed = await claimOrReplay(context, claim);
  return replayed ?? runAndStore(context, claim, run);
}

interface Claim {
  apiKeyId: number;
  key: string;
  hash: Buffer;
  run: string;
}

async function claimOrReplay(context: Context, claim: Claim): Promise<Outcome | null> {
  for (let attempt = 0; attempt < MAX_CLAIMS; attempt++) {
    if (await take(context, claim)) return null;
    const { rows } = await context.pool.query<Stored>({
      name: 'idempotency-read',
      text: 'SELECT request_hash, status, body FROM idempotency WHERE api_key_id = $1 AND key = $2',
      values: [claim.apiKeyId, claim.key],
    });
    const stored = rows[0];
    // The run that held the key has ended without an answer to store: the key is free again.
    if (!stored) continue;
    if (!stored.request_hash.equals(claim.hash)) throw new ApiError('idempotency_conflict');
    if (stored.status === null || stored.body === null) break;
    const body = context.secrets.open(stored.body, subject(claim));
    return { status: stored.status, body, headers: { 'Idempotent-Replayed': 'true' } };
  }
  throw new ApiError('idempotency_in_progress', { headers: { 'Retry-After': '2' } });
}

/** Takes a key that is new, whose answer is out of date, or whose run of the same request was abandoned. */
async function take(context: Context, claim: Claim): Promise<boolean> {
  const now = context.clock.now();
  const { rowCount } = await context.pool.query({
    name: 'idempotency-take',
    text: `INSERT INTO idempotency AS i (api_key_id, key, request_hash, run, started_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (api_key_id, key) DO UPDATE
              SET request_hash = excluded.request_hash, run = excluded.run, started_at = excluded.started_at,
                  status = NULL, body = NULL, person_id = NULL
            WHERE i.started_at <= $6
               OR (i.status IS NULL AND i.started_at <= $7 AND i.request_hash = excluded.request_hash)`,
    values: [
      claim.apiKeyId,
      claim.key,
      claim.hash,
      claim.run,
      new Date(now),
      new Date(now - KEPT_MS),
      new Date(now - ABANDONED_MS),
    ],
  });
  return rowCount === 1;
}

async function runAndStore(context: Context, claim: Claim, run: () => Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome;
  try {
    outcome = await run();
  } catch (error) {
    const refusal = error instanceof ApiError ? errorOutcome(error) : null;
    const store = refusal && isStorable(refusal) && (error as ApiError).kind !== 'locksys_rejected';
    await settle(context, claim, store ? refusal : null);
    throw error;
  }
  await settle(context, claim, isStorable(outcome) ? outcome : null);
  return outcome;
}

function isStorable({ status, body }: Outcome): boolean {
  return status < 500 && status !== 429 && body !== null && Buffer.byteLength(body) <= MAX_STORED_BYTES;
}

/** Stores the answer, or frees the key. The work is done: an error here must not turn it into a 500. */
async function settle(context: Context, claim: Claim, outcome: Outcome | null): Promise<void> {
  const run = [claim.apiKeyId, claim.key, claim.run];
  try {
    if (outcome?.body == null) {
      await context.pool.query(
        'DELETE FROM idempotency WHERE api_key_id = $1 AND key = $2 AND run = $3',
        run,
      );
      return;
    }
    const body = context.secrets.seal(String(outcome.body), subject(claim));
    await context.pool.query({
      name: 'idempotency-store',
      text: 'UPDATE idempotency SET status = $4, body = $5, person_id = $6 WHERE api_key_id = $1 AND key = $2 AND run = $3',
      values: [...run, outcome.status, body, outcome.personId],
    });
  } catch (error) {
    context.log.warn(
      { error: { name: (error as Error).name, message: (error as Error).message } },
      'an idempotent answer could not be stored',
    );
  }
}

/** Removes answers that are out of date; returns how many. Bounded, so that it never holds many rows at once. */
export async function purgeIdempotency(context: Context, max = 1_000): Promise<number> {
  const { rowCount } = await context.pool.query(
    `DELETE FROM idempotency WHERE (api_key_id, key) IN
       (SELECT api_key_id, key FROM idempotency WHERE started_at <= $1 ORDER BY started_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [new Date(context.clock.now() - KEPT_MS), max],
  );
  return rowCount ?? 0;
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
  const { rows } = await client.query<{ api_key_id: number; key: string; body: Buffer; person_id: string }>({
    name: 'idempotency-of-people',
    text: 'SELECT api_key_id, key, body, person_id FROM idempotency WHERE person_id = ANY($1::uuid[]) AND body IS NOT NULL FOR UPDATE',
    values: [personIds],
  });
  if (rows.length === 0) return;
  const erased = rows.map(({ api_key_id, key, body, person_id }) => {
    const about = subject({ apiKeyId: api_key_id, key });
    const text = withoutPerson(secrets.open(body, about), person_id);
    return { api_key_id, key, body: `\\x${secrets.seal(text, about).toString('hex')}` };
  });
  await client.query(
    `UPDATE idempotency i SET body = x.body, person_id = NULL
       FROM json_to_recordset($1::json) AS x(api_key_id int, key text, body bytea)
      WHERE i.api_key_id = x.api_key_id AND i.key = x.key`,
    [JSON.stringify(erased)],
  );
}

function subject(claim: Pick<Claim, 'apiKeyId' | 'key'>): string {
  return `idempotency:${claim.apiKeyId}:${claim.key}`;
}
