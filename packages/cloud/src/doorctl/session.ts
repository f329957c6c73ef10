import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { openContext } from '../cloud.js';
import { say } from '../cluster/cluster.js';
import { passNudges } from '../cluster/nudges.js';
import { ConfigError, loadEnvironment, readConfig } from '../config.js';
import type { Context } from '../context.js';
import { databaseFault } from '../database/fault.js';

/** What went wrong in a way that the person at the terminal can mend; one line. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export interface Session {
  context: Context;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
}

/**
 * Opens the database as the service does, beside it or alone, and closes it again: an embedded PostgreSQL that nobody
 * else uses is started and stopped.
 */
export async function withSession(
  work: (session: Session) => Promise<void>,
  options: { mayCreate?: boolean; anyKey?: boolean } = {},
): Promise<void> {
  loadEnvironment();
  const config = readConfig(process.env);
  if (!options.mayCreate && !config.DATABASE_URL && !existsSync(path.resolve(config.DATA_DIR, 'postgres')))
    throw new ConfigError(
      `DATA_DIR=${config.DATA_DIR}: there is no database yet; start the service or apply a site file first`,
    );
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new CommandError('interrupted'));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  const { context, close } = await openContext(config, pino({ level: 'silent' }), {
    ...options,
    signal: interrupted.signal,
  });
  // A running service hears what was done here: connections of a revoked gateway end at once.
  const nudges = passNudges(
    context,
    context.ids.uuid(),
    (texts) => say(context.pool, texts),
    () => true,
  );
  try {
    await work({ context, signal: interrupted.signal });
  } catch (error) {
    const fault = databaseFault(error, config);
    throw fault === null ? error : new CommandError(fault, 1, { cause: error });
  } finally {
    await nudges.close();
    await close();
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}

interface Account {
  id: number;
  name: string;
}

/** The account of that name; without a name the only one there is. */
export async function accountFor({ context }: Session, name: string | undefined): Promise<Account> {
  const { rows } = await context.pool.query<Account>('select id, name from account order by id limit 100');
  if (name !== undefined) {
    const named = rows.find((account) => account.name === name);
    if (named) return named;
    throw new CommandError(`there is no account "${name}"${rows.length > 0 ? `, only ${names(rows)}` : ''}`);
  }
  const [only, other] = rows;
  if (!only) throw new CommandError('there is no account yet; apply a site file first');
  if (other) throw new CommandError(`there are several accounts: name one with --account (${names(rows)})`);
  return only;
}

/** The account of that name, or null for all of them. */
export async function accountFilter(session: Session, name: string | undefined): Promise<number | null> {
  return name === undefined ? null : (await accountFor(session, name)).id;
}

/** The location of that ref or id; without one the account's only top location. */
export async function locationFor(
  { context }: Session,
  account: Account,
  refOrId: string | undefined,
): Promise<number> {
  const { rows } = await context.pool.query<{ id: number; ref: string }>(
    `select id, ref from location where account_id = $1 and ($2::text is null and parent_id is null or ref = $2 or id::text = $2)
     order by ref = $2 desc, id limit 100`,
    [account.id, refOrId ?? null],
  );
  const [found, other] = rows;
  if (!found)
    throw new CommandError(
      `there is no location "${refOrId}" in the account "${account.name}"${await instead(context, 'location', account.id)}`,
    );
  if (refOrId === undefined && other)
    throw new CommandError(
      `the account has several top locations: name one with --location (${rows.map(({ ref }) => ref).join(', ')})`,
    );
  return found.id;
}

/** Locks of these refs or ids, in their order. */
export async function locksFor(
  { context }: Session,
  account: Account,
  refsOrIds: readonly string[],
): Promise<number[]> {
  const { rows } = await context.pool.query<{ id: number; ref: string }>(
    'select id, ref from lock where account_id = $1 and (ref = any($2) or id::text = any($2))',
    [account.id, refsOrIds],
  );
  const ids: number[] = [];
  for (const wanted of refsOrIds) {
    const found = rows.find(({ ref }) => ref === wanted) ?? rows.find(({ id }) => String(id) === wanted);
    if (!found)
      throw new CommandError(
        `there is no lock "${wanted}" in the account "${account.name}"${await instead(context, 'lock', account.id)}`,
      );
    ids.push(found.id);
  }
  return ids;
}

/** What may be named instead of what is not there: the first of them, as many as a line holds. */
export async function instead(
  { pool }: Pick<Context, 'pool'>,
  table: 'location' | 'lock',
  accountId: number | null,
): Promise<string> {
  const { rows } = await pool.query<{ ref: string; more: number }>(
    `select ref, (count(*) over () - 20)::int as more from ${table} where $1::int is null or account_id = $1 order by id limit 20`,
    [accountId],
  );
  const [first] = rows;
  if (!first) return ': there is none yet (see doorctl site apply --help)';
  return `, only ${rows.map(({ ref }) => ref).join(', ')}${first.more > 0 ? ` and ${first.more} more` : ''}`;
}

const names = (accounts: Account[]): string => accounts.map(({ name }) => `"${name}"`).join(', ');
