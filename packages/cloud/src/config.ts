import { existsSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { parseSmsUrl, parseSmtpUrl } from './notify/channels/provider-urls.rules.js';

/** Takes in `.env` of the working folder, where there is one; what the environment says already stands. */
export function loadEnvironment(): void {
  if (existsSync('.env')) process.loadEnvFile('.env');
}

/** A setting that cannot be used: its message is one line that names the setting, for `main` to print. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const whole = (least: number, max: number, instead = '') => {
  const error = `must be ${instead}a whole number from ${least} to ${max}`;
  // Number() would take 0x50 and 8e3 too.
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .pipe(z.number().min(least, { error }).max(max, { error }));
};
const port = whole(0, 65_535);
const port_or_off = z.preprocess(
  (value) => (value === 'off' ? null : value),
  whole(0, 65_535, 'off or ').nullable(),
);
const one_of = <const T extends readonly [string, ...string[]]>(...words: T) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` });
const on_off = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'must be on or off' })
  .transform((word) => ['on', 'true', '1', 'yes'].includes(word));
const url = (...schemes: string[]) =>
  z.string().refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), {
    message: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
  });
const optional = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), schema]).default(null as never);

const secret_key = optional(
  z.string().regex(/^[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal (64 characters)'),
);

/** Every setting of the service, as the environment spells it. An empty value counts as not set. */
const Settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().min(1).default('127.0.0.1'),
  METRICS_PORT: port_or_off.default(null),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url('http:', 'https:')),
  ALLOW_PLAIN_HTTP: on_off.default(false),
  MQTT_PORT: port.default(1883),
  MQTT_TLS_PORT: port_or_off.default(null),
  TLS_CERT: optional(z.string()),
  TLS_KEY: optional(z.string()),
  MQTT_ALLOW_PLAINTEXT: on_off.default(false),
  HTTP_CONNECTIONS: whole(1, 1_000_000).default(4_000),
  HTTP_CONNECTIONS_PER_ADDRESS: whole(1, 1_000_000).default(1_000),
  MQTT_CONNECTIONS: whole(1, 1_000_000).default(25_000),
  MQTT_LOGINS_PER_ADDRESS: whole(1, 1_000_000).default(5_000),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: optional(url('postgres:', 'postgresql:')),
  DATABASE_ALLOW_LOSS: on_off.default(false),
  REDIS_URL: optional(url('redis:', 'rediss:')),
  NATS_URL: optional(url('nats:', 'tls:')),
  ROLES: z
    .string()
    .default('api,edge,worker')
    .transform((value) => value.split(',').map((role) => role.trim()))
    .pipe(
      z.array(
        z.enum(['api', 'edge', 'worker'], { error: 'must be any of api, edge and worker, with commas' }),
      ),
    ),
  SITE_FILE: optional(z.string()),
  DEMO_PAST: on_off.default(true),
  SERVICE_NAME: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,40}$/, 'must be 1 to 40 letters, digits and hyphens')
    .default('Service'),
  PUBLIC_URL: optional(url('http:', 'https:')),
  PUBLIC_MQTT_URL: optional(url('mqtt:', 'mqtts:')),
  TRUST_PROXY: whole(0, 10).default(0),
  SMTP_URL: optional(url('smtp:', 'smtps:')),
  SMS_URL: optional(url('http:', 'https:')),
  OIDC_ISSUER: optional(url('http:', 'https:')),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_LABEL: z.string().max(60, 'must be at most 60 characters').default('single sign-on'),
  LOCKSYS: one_of('builtin', 'http').default('builtin'),
  LOCKSYS_URL: optional(url('http:', 'https:')),
  LOCKSYS_TOKEN: optional(z.string()),
  KEY_REVOCATION: on_off.default(true),
  WEBHOOK_ALLOW_PRIVATE: on_off.default(false),
  HOLD_WRITE_ATTEMPTS: whole(1, 100).default(3),
  RETENTION_EVENTS_MONTHS: whole(0, 1_200).default(24),
  RETENTION_DELIVERIES_DAYS: whole(0, 366).default(30),
  RETENTION_COMMANDS_MONTHS: whole(0, 1_200).default(24),
  RETENTION_AUDIT_MONTHS: whole(0, 1_200).default(84),
  RETENTION_ARCHIVE_DIR: optional(z.string()),
  SECRET_KEY: secret_key,
  SECRET_KEY_PREVIOUS: secret_key,
  LOG_LEVEL: one_of('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  NODE_ENV: z.string().default(''),
});

export type Config = z.infer<typeof Settings>;

/** Reads the settings; throws a ConfigError that names the first setting at fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Settings.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0] ?? 'settings');
    throw new ConfigError(`${name}=${show(name, given[name])}: ${issue?.message ?? 'is not usable'}`);
  }
  const config = parsed.data;
  if (config.WEBHOOK_ALLOW_PRIVATE && config.NODE_ENV === 'production')
    throw new ConfigError(
      'WEBHOOK_ALLOW_PRIVATE=on: is for development only and refused when NODE_ENV=production',
    );
  if (config.MQTT_TLS_PORT !== null && !(config.TLS_CERT && config.TLS_KEY))
    throw new ConfigError('MQTT_TLS_PORT: needs TLS_CERT and TLS_KEY (paths of PEM files)');
  if (config.OIDC_ISSUER && !config.OIDC_CLIENT_ID)
    throw new ConfigError('OIDC_ISSUER: needs OIDC_CLIENT_ID, as the provider gave it');
  if (config.OIDC_CLIENT_ID && !config.OIDC_ISSUER)
    throw new ConfigError("OIDC_CLIENT_ID: needs OIDC_ISSUER, the provider's address");
  if (config.OIDC_ISSUER?.startsWith('http:') && !isThisMachine(config.OIDC_ISSUER))
    throw new ConfigError('OIDC_ISSUER: must be https (http is for a provider on this machine alone)');
  if (config.LOCKSYS === 'http' && !config.LOCKSYS_URL)
    throw new ConfigError('LOCKSYS=http: needs LOCKSYS_URL, the address of the locking system');
  const fault =
    settingFault('SMTP_URL', config.SMTP_URL, parseSmtpUrl) ??
    settingFault('SMS_URL', config.SMS_URL, parseSmsUrl);
  if (fault) throw new ConfigError(fault);
  return config;
}

function settingFault(
  name: string,
  value: string | null,
  parse: (value: string) => { fault?: string | undefined },
): string | null {
  const fault = value === null ? undefined : parse(value).fault;
  return fault === undefined ? null : `${name}: ${fault}`;
}

/**
 * Refuses to listen to a network without https: passwords, API keys and cookies would cross it in the clear. Not part of
 * reading the settings, because commands that run beside the service do not listen.
 */
export function requirePrivateHttp(config: Config): void {
  if (!isPlainOnNetwork(config) || config.ALLOW_PLAIN_HTTP) return;
  throw new ConfigError(
    `HOST=${config.HOST}: passwords and API keys would cross the network without TLS; put a proxy with TLS in front and set PUBLIC_URL=https://… and TRUST_PROXY=1, or HOST=127.0.0.1, or ALLOW_PLAIN_HTTP=on for a network that you trust`,
  );
}

export const isPlainOnNetwork = ({ HOST, PUBLIC_URL, ROLES }: Config): boolean =>
  ROLES.includes('api') && !isLoopbackHost(HOST) && !PUBLIC_URL?.startsWith('https:');

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));

const isThisMachine = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);

/** How many files the process may open at once, sockets included; infinite if the system does not report it. */
export function openFilesLimit(): number {
  const report: NodeJS.ProcessReport & { excludeNetwork?: boolean } = process.report;
  // Otherwise Node resolves the host names of all addresses.
  report.excludeNetwork = true;
  const { userLimits } = report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isInteger(soft) ? soft : Number.POSITIVE_INFINITY;
}

/** Never echoes what may hold a secret. */
function show(name: string, value: string | undefined): string {
  return /KEY$|KEY_PREVIOUS$|TOKEN|SECRET|_URL|_ENDPOINT/.test(name) ? '…' : (value ?? '');
}

/** Why a server does not listen: the setting at fault, and what to do. */
export function listenFault(
  error: NodeJS.ErrnoException,
  {
    name,
    port,
    host,
  }: { name: 'PORT' | 'METRICS_PORT' | 'MQTT_PORT' | 'MQTT_TLS_PORT'; port: number; host: string },
): ConfigError {
  const faults: Record<string, string> = {
    EADDRINUSE: `${name}=${port}: the port is in use; stop what uses it or choose another`,
    EACCES: `${name}=${port}: needs rights that this user does not have; choose one from 1024 on`,
    EADDRNOTAVAIL: `HOST=${host}: is no address of this machine; use 127.0.0.1, or 0.0.0.0 for all it has`,
    ENOTFOUND: `HOST=${host}: does not resolve; use 127.0.0.1, or 0.0.0.0 for all addresses of this machine`,
  };
  return new ConfigError(faults[error.code ?? ''] ?? `HOST=${host} ${name}=${port}: ${error.message}`);
}
