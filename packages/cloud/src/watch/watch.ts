import type { Context } from '../context.js';
import { ReadinessChecks } from './readiness.js';
import { DatabaseReadings } from './readings.js';
import { type HealthPaths, healthPaths, serveMetrics } from './serve.js';

/** What those who watch this process see of it. */
export interface Watch {
  readiness: ReadinessChecks;
  /** For the port of the API. */
  health: HealthPaths;
  /** Where METRICS_PORT listens; null where it is off. */
  port: number | null;
  stop(): Promise<void>;
}

/** What the edge shows; null without the role. */
export interface WatchedEdge {
  gatewaysConnected(): number | null;
  /** Unix milliseconds. */
  certificateEnds(): number | null;
}

/**
 * Metrics are counted from here on where METRICS_PORT is set, and traces sent where OTEL_EXPORTER_OTLP_ENDPOINT is;
 * otherwise their libraries are not even loaded.
 */
export async function startWatch(context: Context, edge: WatchedEdge): Promise<Watch> {
  const readiness = new ReadinessChecks(context);
  const health = healthPaths(readiness);
  const stopTracing = await startTracing(context);
  try {
    const metrics = await startMetrics(context, { readiness, health, edge });
    return {
      readiness,
      health,
      port: metrics?.port ?? null,
      async stop() {
        await metrics?.stop();
        await stopTracing();
      },
    };
  } catch (error) {
    await stopTracing();
    throw error;
  }
}

async function startTracing(context: Context): Promise<() => Promise<void>> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT } = context.config;
  if (OTEL_EXPORTER_OTLP_ENDPOINT === null) return async () => {};
  const { createTracing } = await import('./tracing.js');
  const tracing = createTracing(context, OTEL_EXPORTER_OTLP_ENDPOINT);
  context.traces = tracing.traces;
  return tracing.stop;
}

async function startMetrics(
  context: Context,
  { readiness, health, edge }: { readiness: ReadinessChecks; health: HealthPaths; edge: WatchedEdge },
): Promise<{ port: number; stop(): Promise<void> } | null> {
  const { METRICS_PORT } = context.config;
  if (METRICS_PORT === null) return null;
  const { createMeasured } = await import('./registry.js');
  const database = new DatabaseReadings(context);
  const measured = createMeasured({
    gatewaysConnected: edge.gatewaysConnected,
    deliveriesWaiting: () => database.value('deliveriesWaiting'),
    dueLagSeconds: () => database.value('dueLagSeconds'),
    changesLagSeconds: () => database.value('changesLagSeconds'),
    boardsFailed: () => database.value('boardsFailed'),
    certificateEnds: {
      broker: () => inSeconds(edge.certificateEnds()),
      gateways: () => database.value('gatewayCertificateEnds'),
    },
    isReady: async () => (await readiness.look()).status === 'ready',
  });
  const server = await serveMetrics(context.config, METRICS_PORT, health, measured);
  context.metrics = measured.metrics;
  database.start();
  return {
    port: server.port,
    async stop() {
      await database.stop();
      await server.close();
      measured.stop();
    },
  };
}

const inSeconds = (at: number | null): number | null => (at === null ? null : at / 1_000);
