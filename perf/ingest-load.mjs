// The gateways of the ingest measure: each sends its day, one message in flight.
import { connect } from './lib/gateway.mjs';
import { day } from './lib/records.mjs';
import { serve } from './lib/worker.mjs';

let connected = [];

serve({
  async connect({ url, gateways, messages }) {
    connected = await Promise.all(
      gateways.map(async (gateway) => ({
        connection: await connect({ url, ...gateway }),
        payloads: day({ ...gateway, messages }).payloads,
      })),
    );
  },
  /** Sends messages `from` to `to` of every gateway's day. */
  async send({ from, to }) {
    const latencies = [];
    const began = performance.now();
    await Promise.all(
      connected.map(async ({ connection, payloads }) => {
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
    await Promise.all(connected.map(({ connection }) => connection.end()));
  },
});
