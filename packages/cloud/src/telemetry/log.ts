import { type DestinationStream, type Logger, pino } from 'pino';

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

/** The service's log: a line of JSON each. No line is meant to hold a secret; one that does loses it here. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, redact: { paths, censor: '[redacted]' } }, destination as DestinationStream);
