// Receivers of webhooks on ports of their own.
import { createServer } from 'node:http';
import { serve } from './lib/worker.mjs';

let received = 0;
let expected = Number.POSITIVE_INFINITY;
let first = 0;
let onAll = () => {};

serve({
  async listen({ count }) {
    const ports = [];
    for (let index = 0; index < count; index++) {
      const server = createServer((request, response) => {
        request.resume().on('end', () => {
          response.end();
          received += 1;
          if (received === 1) first = Date.now();
          if (received === expected) onAll();
        });
      });
      server.keepAliveTimeout = 60_000;
      await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
      ports.push(server.address().port);
    }
    return ports;
  },
  /** Resolves once so many requests have come, with when the first did; Unix milliseconds. */
  async receive({ count }) {
    received = 0;
    expected = count;
    await new Promise((resolve) => {
      onAll = resolve;
    });
    return first;
  },
});
