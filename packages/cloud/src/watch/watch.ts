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

/** Metrics are counted from here on where METRICS_PORT is set; otherwise their library is not even loaded. */
export async function startWatch(context: Context, edge: WatchedEdge): Promise<Watch> {
  const readiness = new ReadinessChecks(context);
  const health = healthPaths(readiness);
  const { METRICS_PORT } = context.config;
  if (METRICS_PORT === null) return { readiness, health, port: null, stop: async () => {} };
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
    readiness,
    health,
    port: server.port,
    async stop() {
      await database.stop();
      await server.close();
      measured.stop();
    },
  };
}

const inSeconds = (at: number | null): number | null => (at === null ? null : at / 1_000);
