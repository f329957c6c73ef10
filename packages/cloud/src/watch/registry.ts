import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Metrics } from '../telemetry/metrics.js';

/** What a scrape reads where it stands: null for what could not be read, which is then absent. */
export interface Readings {
  /** Null without the role `edge`. */
  gatewaysConnected(): number | null;
  deliveriesWaiting(): number | null;
  dueLagSeconds(): number | null;
  changesLagSeconds(): number | null;
  boardsFailed(): number | null;
  /** Unix seconds; of the broker, and the soonest of the gateways that are online. */
  certificateEnds: Record<'broker' | 'gateways', () => number | null>;
  isReady(): Promise<boolean>;
}

export interface Measured {
  metrics: Metrics;
  /** The text of all metrics, in the format that is asked for. */
  write(format: Format): Promise<{ type: string; text: string }>;
  stop(): void;
}

export type Format = 'prometheus' | 'openmetrics';

const CONTENT_TYPES = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
};
/** Gauges of the library's that are named like counters; each is the sum of one that stays. */
const MISNAMED = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Seconds, about twice as long each; at the limits that alerts and promises name. */
const FAST = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UNLOCK = [0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 2, 5, 10, 15];
const DELAY = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/** The service's metrics by prom-client, and those of the process. */
export function createMeasured(readings: Readings): Measured {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);

  const gauge = (name: string, help: string, read: () => number | null) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const value = read();
        // Absent: a value of another time would look like one of now.
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  gauge('door_gateways_connected', 'Gateways connected to this process.', readings.gatewaysConnected);
  gauge(
    'door_deliveries_waiting',
    'Webhook deliveries that wait for an attempt, at most 100000.',
    readings.deliveriesWaiting,
  );
  gauge('door_due_lag_seconds', 'Age of the oldest due work that is not done.', readings.dueLagSeconds);
  gauge(
    'door_changes_lag_seconds',
    'Age of the oldest open write, behind which readers of changes wait.',
    readings.changesLagSeconds,
  );
  gauge('door_boards_failed', 'Boards that their gateways cannot read or drive.', readings.boardsFailed);

  new Gauge({
    name: 'door_certificate_end_timestamp_seconds',
    help: 'When the certificate of the broker ends, and the first one of the gateways that are online.',
    labelNames: ['of'] as const,
    registers,
    collect() {
      this.reset();
      for (const owner of ['broker', 'gateways'] as const) {
        const at = readings.certificateEnds[owner]();
        if (at !== null) this.set({ of: owner }, at);
      }
    },
  });
  new Gauge({
    name: 'door_ready',
    help: '1 if the process is ready, as /readyz says, else 0.',
    registers,
    async collect() {
      this.set((await readings.isReady()) ? 1 : 0);
    },
  });

  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter<Label>({ name, help, labelNames, registers });
  const histogram = <Label extends string = never>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ) => new Histogram<Label>({ name, help, labelNames, buckets, registers });

  const logins = counter('door_logins_total', 'Logins of gateways, by outcome.', 'outcome');
  const records = counter('door_ingest_records_total', 'Journal records committed.');
  const commits = histogram(
    'door_ingest_commit_seconds',
    'Time to commit a group of messages of gateways.',
    FAST,
  );
  const quarantined = counter('door_quarantined_total', 'Messages of gateways that were set aside.');
  const commands = counter(
    'door_commands_total',
    'Commands that ended, by type and outcome.',
    'type',
    'outcome',
  );
  const unlocks = histogram(
    'door_unlock_seconds',
    'Time from the request of an unlock to its end, by outcome.',
    UNLOCK,
    'outcome',
  );
  const deliveries = counter(
    'door_deliveries_total',
    'Recorded attempts of webhook deliveries, by what became of the delivery.',
    'outcome',
  );
  const delays = histogram(
    'door_delivery_delay_seconds',
    'Time from the creation of a delivery to its arrival, of those delivered at the first attempt.',
    DELAY,
  );
  const presence = counter('door_presence_changes_total', 'Gateways that came online or went offline.', 'to');
  const requests = histogram(
    'door_http_request_seconds',
    'Time to answer a request, by method, declared path and status.',
    FAST,
    'method',
    'route',
    'status',
  );

  // A rate is seen from the first event on only where the series began before it.
  for (const outcome of ['accepted', 'refused', 'limited', 'invalid', 'unavailable'] as const)
    logins.inc({ outcome }, 0);
  for (const to of ['online', 'offline'] as const) presence.inc({ to }, 0);
  for (const outcome of ['delivered', 'retrying', 'exhausted', 'failed']) deliveries.inc({ outcome }, 0);

  const metrics: Metrics = {
    answered({ method, route, status, seconds }) {
      requests.observe(
        { method: METHODS.has(method) ? method : 'other', route: route ?? 'unknown', status },
        seconds,
      );
    },
    loggedIn: (outcome) => logins.inc({ outcome }),
    committed(group) {
      records.inc(group.records);
      commits.observe(group.seconds);
    },
    quarantined: () => quarantined.inc(),
    commandEnded({ type, outcome, seconds }) {
      commands.inc({ type, outcome });
      if (type === 'unlock' && seconds !== null) unlocks.observe({ outcome }, seconds);
    },
    attempted({ outcome, seconds }) {
      deliveries.inc({ outcome });
      if (seconds !== null) delays.observe(seconds);
    },
    presenceChanged: (to) => presence.inc({ to }),
  };

  // The format is a property of the registry, so that texts are written one at a time.
  let writing: Promise<unknown> = Promise.resolve();
  return {
    metrics,
    write(format) {
      const written = writing.then(async () => {
        // For OpenMetrics the library shortens the names of counters, and leaves them so.
        const names = registry.getMetricsAsArray().map((metric) => ({ metric, name: metric.name }));
        registry.setContentType(CONTENT_TYPES[format] as never);
        const text = await registry.metrics();
        for (const { metric, name } of names) metric.name = name;
        return { type: CONTENT_TYPES[format], text };
      });
      writing = written.catch(() => {});
      return written;
    },
    stop: () => registry.clear(),
  };
}
