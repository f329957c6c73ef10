import type { Config } from '../config.js';
import { inOneLine, reasonOf } from '../reason.js';
import { MigrationError } from './migrate.js';

type Failure = Error & { code?: string; syscall?: string };

/** pg's messages without a code for a missing connection and for an answer that does not come in time. */
const NO_CONNECTION =
  /^(timeout expired|timeout exceeded when trying to connect|Connection terminated|Client (was closed|has encountered a connection error)|The server does not support SSL|There was an error establishing an SSL)/;
const TOO_LATE = /^(Query read timeout|timeout exceeded when trying to connect)/;

/** By SQLSTATE, or its class (PostgreSQL, appendix A): what an operator can do. */
const ADVICE: Record<string, string> = {
  '08': 'see that it runs and is reached from here',
  '28': 'the user or the password is not right, or may not come from here (pg_hba.conf)',
  '3D': 'make that database, or name another',
  '42501': 'give this user the right, or name another user',
  '25006': 'it is a read-only copy; name the one that takes writes',
  '53100': 'its disk is full; make room',
  '53200': 'it is out of memory; give it more, or stop something',
  '53300': 'it has no connection left; raise its max_connections, or end some',
  '57014': 'it is too busy to answer in time; try again when it has less to do',
  '57P': 'it stops or starts just now; try again',
};

/**
 * The one line about an unusable database: the setting at fault, the reason, and what to do. Null if the error does
 * not come from the database or the connection to it.
 */
export function databaseFault(
  error: unknown,
  { DATABASE_URL, DATA_DIR }: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
): string | null {
  if (typeof error !== 'object' || error === null) return null;
  const setting = DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR=${DATA_DIR}`;
  const what = DATABASE_URL ? 'the database' : 'its database';
  if (error instanceof MigrationError) return `${setting}: ${inOneLine(error.message)}`;
  const advice = adviceOn(error as Failure, DATABASE_URL !== null);
  return advice === null ? null : `${setting}: ${what} cannot be used (${reasonOf(error)}): ${advice}`;
}

function adviceOn(
  { code = '', message = '', syscall }: Partial<Failure>,
  isElsewhere: boolean,
): string | null {
  if (TOO_LATE.test(message)) return ADVICE['57014'] as string;
  if (/^[0-9A-Z]{5}$/.test(code) && !syscall)
    return ADVICE[code] ?? ADVICE[code.slice(0, 3)] ?? ADVICE[code.slice(0, 2)] ?? null;
  const isNetwork = /^(E(CONN|HOST|NET|TIMEDOUT|PIPE|AI_)|ENOTFOUND)/.test(code);
  if (!isNetwork && !NO_CONNECTION.test(message)) return null;
  return isElsewhere
    ? 'see that it runs, and that host, port and user are right'
    : 'see postgres/server.log there, and try again';
}
