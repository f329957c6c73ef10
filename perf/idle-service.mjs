// The service in a process of its own, with many gateways, to look at its memory.
import { addGateways } from './lib/gateways.mjs';
import { memory } from './lib/memory.mjs';
import { furnish, withService } from './lib/service.mjs';
import { serve } from './lib/worker.mjs';

let end = () => undefined;
let stopped = Promise.resolve();

serve({
  listen: ({ files, count }) =>
    new Promise((resolve, reject) => {
      const settings = { MQTT_TLS_PORT: '0', TLS_CERT: files.cert, TLS_KEY: files.key };
      stopped = withService(async ({ context, mqttUrl }) => {
        const gateways = await addGateways(context.pool, await furnish(context), count);
        resolve({ url: mqttUrl, tlsUrl: `mqtts://127.0.0.1:${context.mqttPorts.tls}`, gateways });
        await new Promise((ended) => {
          end = ended;
        });
      }, settings);
      stopped.catch(reject);
    }),
  memory,
  async end() {
    end();
    await stopped;
  },
});
