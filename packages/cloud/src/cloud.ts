import { type Clock, systemClock } from '@door-access/protocol';
import type { Logger } from 'pino';
import { feedOf } from './changes/feed.js';
import { joinCluster } from './cluster/cluster.js';
import { DifferentKeyError } from './cluster/membership.js';
import { type Config, ConfigError, isPlainOnNetwork, openFilesLimit, requirePrivateHttp } from './config.js';
import type { Context, Downlink } from './context.js';
import { directoryMount } from './directory/mount.js';
import { createEdge, type Edge } from './edge/broker.js';
import { readCertificate } from './edge/certificate.js';
import { api } from './endpoints.js';
import { gatewayMount } from './gateways/audience.js';
import { type LimiterFactory, memoryLimiters } from './http/limits/rate-limit.js';
import { LINGER_MS, startHttpServer } from './http/server.js';
import { setupMount } from './invitations/mount.js';
import { withinDescriptors } from './network/descriptors.rules.js';
import { faultAs, noDownlink, openContext } from './open-context.js';
import { pagesMount } from './pages.js';
import { phoneMount } from './phone/mount.js';
import { reasonOf } from './reason.js';
import { archiveFault } from './retention/aside.js';
import { createLog } from './telemetry/log.js';
import { logFirstRun } from './users/first-run.js';
import { startWatch, type Watch } from './watch/watch.js';
import { unsubscribeMount } from './weekly/mount.js';
import { startWorkers, type Work, type WorkersOptions } from './worker/workers.js';

/** A running process of the service. `stop` ends it in the order in which nothing acknowledged is lost. */
export interface Cloud {
  /** `http://host:port`, where the service is reached from this machine; without the role `api` as the settings say. */
  origin: string;
  /** Up to and including `/v1`. */
  baseUrl: string;
  /** Without the role `edge` as the settings say. */
  mqttUrl: string;
  /** Null where METRICS_PORT is off. */
  metricsUrl: string | null;
  context: Context;
  /** Null without the role `worker`. */
  work: Work | null;
  stop(): Promise<void>;
}

export interface StartOptions extends WorkersOptions {
  /** Of all that the service does, but for the limits of requests, which hold in the callers' own time. */
  clock?: Clock;
  log?: Logger;
  /** A site is applied immediately, so that the database is never empty for a first-run visitor. */
  isFurnished?: boolean;
  /** Aborts the start: it rejects with the signal's reason, after closing what it had opened. */
  signal?: AbortSignal;
}

function requireArchive({ RETENTION_ARCHIVE_DIR: folder }: Config): void {
  const fault = folder === null ? null : archiveFault(folder);
  if (fault === null) return;
  throw new ConfigError(
    `RETENTION_ARCHIVE_DIR=${folder}: must be a folder that the service can write to (${fault})`,
  );
}

export async function startCloud(settings: Config, options: StartOptions = {}): Promise<Cloud> {
  requirePrivateHttp(settings);
  const log = options.log ?? createLog(settings.LOG_LEVEL);
  const { config, warning } = withinDescriptors(settings, openFilesLimit());
  const stops: Stops = [];
  let watch: Watch | undefined;
  const stop = async () => {
    watch?.readiness.end();
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  };
  try {
    const has = (role: Config['ROLES'][number]) => config.ROLES.includes(role);
    // Faults in the files are reported before a database is created.
    if (has('edge') && config.MQTT_TLS_PORT !== null) readCertificate(config);
    if (has('worker')) requireArchive(config);
    const { context, close } = await openContext(config, log, { ...options, keepsRecords: true });
    stops.push(close);
    let edge: Edge | undefined;
    const watching = await startWatch(context, {
      gatewaysConnected: () => edge?.connected() ?? null,
      certificateEnds: () => edge?.certificateEnds() ?? null,
    });
    watch = watching;
    stops.push(() => watching.stop());
    const { readiness } = watching;
    await join(context, () => edge?.downlink ?? noDownlink, stops);
    if (has('edge')) {
      const made = await createEdge(context, systemClock);
      stops.push(() => made.stop());
      edge = made;
      readiness.add('broker', () => made.isOpen());
    }
    const worker = has('worker') ? await startWorkers(context, stops, options) : null;
    if (worker) readiness.add('worker', () => options.isDriven || worker.isAlive());
    // Who drives the work has no callers that do not know.
    const lingerMs = options.isDriven ? 0 : LINGER_MS;
    const httpPort = has('api')
      ? await startHttp(context, stops, { health: watching.health, lingerMs })
      : config.PORT;
    options.signal?.throwIfAborted();
    // The edge opens last, when all that its messages lead to is there.
    const opened = edge ? await edge.listen() : null;
    const mqttPort = opened?.port ?? config.MQTT_PORT;
    if (opened) context.mqttPorts = { plain: opened.port, tls: opened.tlsPort };
    if (warning) log.warn(warning);
    if (isPlainOnNetwork(config))
      log.warn(
        { host: config.HOST },
        'ALLOW_PLAIN_HTTP=on: passwords, API keys and cookies cross the network in the clear',
      );
    if (config.WEBHOOK_ALLOW_PRIVATE)
      log.warn(
        'WEBHOOK_ALLOW_PRIVATE=on: webhooks may reach this machine and its network; for development only',
      );

    const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST.replace('0.0.0.0', '127.0.0.1');
    const origin = config.PUBLIC_URL?.replace(/\/+$/, '') ?? `http://${host}:${httpPort}`;
    context.origin = origin;
    if (has('api') && !options.isFurnished) await logFirstRun(context, `${origin}/`);
    readiness.begin();
    return {
      origin,
      baseUrl: `${origin}/v1`,
      mqttUrl: `mqtt://${host}:${mqttPort}`,
      metricsUrl: watching.port === null ? null : `http://${host}:${watching.port}/metrics`,
      context,
      work: worker?.work ?? null,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Stops = (() => Promise<void>)[];

/** One process that does all and shares no Redis is the only one there is. */
async function join(context: Context, local: () => Downlink, stops: Stops): Promise<void> {
  const { ROLES, REDIS_URL } = context.config;
  const alone = REDIS_URL === null && ROLES_OF_ALL.every((role) => ROLES.includes(role));
  try {
    const cluster = await joinCluster(context, local, alone);
    stops.push(() => cluster.leave());
  } catch (error) {
    if (error instanceof DifferentKeyError)
      throw new ConfigError('SECRET_KEY: another process of the service has another; all need the same');
    throw faultAs(error, context.config);
  }
}

const ROLES_OF_ALL: Config['ROLES'] = ['api', 'edge', 'worker'];

/** Returns the port. */
async function startHttp(
  context: Context,
  stops: Stops,
  { health, lingerMs }: { health: Watch['health']; lingerMs: number },
): Promise<number> {
  const limiters = await openLimiters(context, stops);
  const dashboard = pagesMount(context, { limiters });
  const phone = phoneMount(context, { limiters });
  const mounts = [
    setupMount(context, limiters),
    unsubscribeMount(context, limiters),
    gatewayMount(context, limiters),
    directoryMount(context, limiters),
    phone,
    dashboard,
  ];
  const http = await startHttpServer(context, api, { limiters, mounts, health, lingerMs });
  stops.push(async () => phone.stop());
  stops.push(() => http.close());
  // Before the server: it would wait for the streams that open pages hold.
  stops.push(() => dashboard.stop());
  stops.push(async () => feedOf(context).stop());
  return http.port;
}

async function openLimiters(context: Context, stops: Stops): Promise<LimiterFactory> {
  const { REDIS_URL } = context.config;
  if (REDIS_URL === null) return memoryLimiters(systemClock);
  // Loaded where it is used: each start has less to read.
  const { redisLimiters } = await import('./http/limits/redis.js');
  const redis = await redisLimiters(context, REDIS_URL).catch((error: Error) => {
    throw new ConfigError(`REDIS_URL: cannot be reached: ${reasonOf(error)}`);
  });
  stops.push(() => redis.close());
  return redis.limiters;
}
