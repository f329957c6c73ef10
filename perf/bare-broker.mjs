// The floor for connections of gateways: a bare Aedes that answers births, in a process of its own.
import { randomUUID } from 'node:crypto';
import { startBroker } from './lib/broker.mjs';
import { memory } from './lib/memory.mjs';
import { serve } from './lib/worker.mjs';

serve({
  async listen({ files, count = 0 }) {
    const { url, tlsUrl } = await startBroker(files);
    const gateways = Array.from({ length: count }, () => ({ id: randomUUID(), secret: randomUUID() }));
    return { url, tlsUrl, gateways };
  },
  memory,
  async end() {},
});
