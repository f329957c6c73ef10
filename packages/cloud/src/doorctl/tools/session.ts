import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { passNudges } from '../../cluster/nudges.js';
import { notifyAll } from '../../cluster/postgres-line.js';
import { ConfigError, loadEnvironment, readConfig } from '../../config.js';
import type { Context } from '../../context.js';
import { databaseFault } from '../../database/fault.js';
import { openContext } from '../../open-context.js';

/** A fault that the person at the terminal can mend, in one line. */
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
 * Opens the database as the service does, beside it or alone, and closes it again: an embedded PostgreSQL that no
 * other process uses is started and stopped.
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
  // A running service hears of the change: connections of a revoked gateway end at once.
  const nudges = passNudges(
    context,
    context.ids.uuid(),
    (texts) => notifyAll(context.pool, texts),
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
  const accounts = await context.prisma.account.findMany({
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
    take: 100,
  });
  const names = accounts.map((account) => `"${account.name}"`).join(', ');
  if (name !== undefined) {
    const named = accounts.find((account) => account.name === name);
    if (named) return named;
    throw new CommandError(`there is no account "${name}"${names ? `, only ${names}` : ''}`);
  }
  const [only, other] = accounts;
  if (!only) throw new CommandError('there is no account yet; apply a site file first');
  if (other) throw new CommandError(`there are several accounts: name one with --account (${names})`);
  return only;
}

/** The account of that name, or null for all of them. */
export async function accountFilter(session: Session, name: string | undefined): Promise<number | null> {
  return name === undefined ? null : (await accountFor(session, name)).id;
}

/** For Prisma: what belongs to an account, or to any. */
export const inAccount = (id: number | null) => (id === null ? {} : { account_id: id });

/** For Prisma: what a list shows of where a row belongs. */
export const PLACE = {
  account: { select: { id: true, name: true } },
  location: { select: { id: true, ref: true, name: true } },
} as const;

/** For Prisma: what has any of these refs or ids. */
const byRefOrId = (refsOrIds: readonly string[]) => ({
  OR: [
    { ref: { in: [...refsOrIds] } },
    { id: { in: refsOrIds.map(Number).filter((id, index) => String(id | 0) === refsOrIds[index]) } },
  ],
});

/** The location of that ref or id; without one the account's only top location. */
export async function locationFor(
  { context }: Session,
  account: Account,
  refOrId: string | undefined,
): Promise<number> {
  const asked = refOrId === undefined ? { parent_id: null } : byRefOrId([refOrId]);
  const locations = await context.prisma.location.findMany({
    where: { account_id: account.id, ...asked },
    select: { id: true, ref: true },
    orderBy: { id: 'asc' },
    take: 100,
  });
  const found = locations.find(({ ref }) => ref === refOrId) ?? locations[0];
  if (!found)
    throw new CommandError(
      `there is no location "${refOrId}" in the account "${account.name}"${await instead(context, 'location', account.id)}`,
    );
  if (refOrId === undefined && locations.length > 1)
    throw new CommandError(
      `the account has several top locations: name one with --location (${locations.map(({ ref }) => ref).join(', ')})`,
    );
  return found.id;
}

/** Locks of any of these refs or ids, of an account or of all, by id. */
export const findLocks = (
  { prisma }: Pick<Context, 'prisma'>,
  accountId: number | null,
  refsOrIds: readonly string[],
) =>
  prisma.lock.findMany({
    where: { ...inAccount(accountId), ...byRefOrId(refsOrIds) },
    select: { id: true, ref: true, name: true, place: true },
    orderBy: { id: 'asc' },
  });

/** The lock of that id, or of that ref where one account alone has it. */
export async function lockOf({ context }: Session, refOrId: string) {
  const locks = await findLocks(context, null, [refOrId]);
  const byId = locks.find(({ id }) => String(id) === refOrId);
  if (!byId && locks.length > 1)
    throw new CommandError(`several accounts have a lock "${refOrId}": give its id instead`);
  return byId ?? locks[0];
}

/** Locks of these refs or ids, in their order. */
export async function locksFor(
  { context }: Session,
  account: Account,
  refsOrIds: readonly string[],
): Promise<number[]> {
  const rows = await findLocks(context, account.id, refsOrIds);
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

/** The names that exist instead: the first of them, as many as a line holds. */
export async function instead(
  { prisma }: Pick<Context, 'prisma'>,
  what: 'location' | 'lock',
  accountId: number | null,
): Promise<string> {
  const asked = { where: inAccount(accountId), select: { ref: true }, orderBy: { id: 'asc' } } as const;
  const rows = await (what === 'lock' ? prisma.lock.findMany(asked) : prisma.location.findMany(asked));
  if (rows.length === 0) return ': there is none yet (see doorctl site apply --help)';
  const refs = rows.slice(0, 20).map(({ ref }) => ref);
  return `, only ${refs.join(', ')}${rows.length > 20 ? ` and ${rows.length - 20} more` : ''}`;
}
