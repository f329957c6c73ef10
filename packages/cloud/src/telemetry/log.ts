import { type Clock, systemClock } from '@door-access/protocol';
import { type DestinationStream, type LogFn, type Logger, levels, pino } from 'pino';
import { Floods } from './floods.rules.js';

/** Keys whose values are secrets or personal data, wherever a line has them at its top or one level below. */
const SECRET_KEYS = [
  'password',
  'secret',
  'token',
  'authorization',
  'cookie',
  'email',
  'phone',
  'payload',
  'body',
];
/** What drivers hang on their errors: rows, statements with their values, connections. */
const OF_ERRORS = ['detail', 'where', 'internalQuery', 'client', 'config', 'request', 'response', 'headers'];

const paths = [
  ...SECRET_KEYS.flatMap((key) => [key, `*.${key}`]),
  ...OF_ERRORS.flatMap((key) => [`err.${key}`, `error.${key}`]),
];

/**
 * Of one error: a database that is away makes each piece of work fail, and is not worth a line each. Warnings are all written,
 * as some say who was refused.
 */
const MAX_LINES = 20;
const WINDOW_MS = 60_000;
const ERROR = levels.values.error as number;

/**
 * The service's log: a line of JSON each. No line is meant to hold a secret; one that does loses it here. Of an
 * error that comes more than twenty times a minute, the rest is one line with their number, `left_out`, ahead of the
 * next line after that minute.
 */
export function createLog(
  level: string,
  destination?: DestinationStream,
  { monotonic }: Pick<Clock, 'monotonic'> = systemClock,
): Logger {
  const floods = new Floods(MAX_LINES, WINDOW_MS);
  const log = pino(
    { level, redact: { paths, censor: '[redacted]' }, hooks: { logMethod } },
    destination as DestinationStream,
  );
  return log;

  function logMethod(this: Logger, given: Parameters<LogFn>, write: LogFn, severity: number): void {
    const now = monotonic();
    for (const { message, leftOut } of floods.ended(now)) log.error({ left_out: leftOut }, message);
    const message = given.find((part) => typeof part === 'string');
    if (message === undefined || severity < ERROR || floods.take(message, now)) write.apply(this, given);
  }
}
