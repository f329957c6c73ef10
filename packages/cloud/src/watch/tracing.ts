import { type Context as Above, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Context } from '../context.js';
import type { Traces } from '../telemetry/traces.js';
import { readParent } from './parent.rules.js';

/** For a batch; when the service stops, the last one holds it up no longer. */
const EXPORT_DEADLINE_MS = 2_000;
const LOG_EVERY_MS = 60_000;
const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

export interface Tracing {
  traces: Traces;
  stop(): Promise<void>;
}

/** Sends traces to a collector by OTLP over HTTP, in batches; what it does not take is dropped. */
export function createTracing({ clock, log }: Pick<Context, 'clock' | 'log'>, endpoint: string): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_DEADLINE_MS,
  });
  let loggedAt = Number.NEGATIVE_INFINITY;
  const noted: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && clock.monotonic() - loggedAt >= LOG_EVERY_MS) {
          loggedAt = clock.monotonic();
          log.warn({ reason: result.error.message }, 'traces were not taken by their collector');
        }
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'door-access' }),
    spanProcessors: [new BatchSpanProcessor({ exporter: noted, exportTimeoutMillis: EXPORT_DEADLINE_MS })],
  });
  const tracer = provider.getTracer('door-access');

  return {
    traces: {
      ended({ name, kind, milliseconds, parent, hasFailed, attributes }) {
        const end = clock.now();
        const startTime = end - milliseconds;
        const span = tracer.startSpan(name, { kind: KINDS[kind], startTime, attributes }, above(parent));
        if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end(end);
      },
    },
    async stop() {
      await provider.shutdown().catch((error: Error) => {
        log.warn({ reason: error.message }, 'the last traces were not taken by their collector');
      });
    },
  };
}

function above(header: string | string[] | undefined): Above {
  const parent = readParent(header);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
