// The gateways of the ingest measure: each sends its day, one message in flight.
import { connect } from './lib/gateway.mjs';
import { day } from './lib/records.mjs';
import { serve } from './lib/worker.mjs';

let gateways = [];

serve({
  async connect({ url, units, messages }) {
    gateways = await Promise.all(
      units.map(async (unit) => ({
        connection: await connect({ url, ...unit }),
        payloads: day({ ...unit, messages }).payloads,
      })),
    );
  },
  /** Sends messages `from` to `to` of every gateway's day. */
  async send({ from, to }) {
    const latencies = [];
    const began = performance.now();
    await Promise.all(
      gateways.map(async ({ connection, payloads }) => {
        for (const payload of payloads.slice(from, to)) {
          const start = performance.now();
          await connection.send(payload);
          latencies.push(performance.now() - start);
        }
      }),
    );
    return { seconds: (performance.now() - began) / 1000, latencies };
  },
  async end() {
    await Promise.all(gateways.map(({ connection }) => connection.end()));
  },
});
