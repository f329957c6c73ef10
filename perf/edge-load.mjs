// The cloud's end of the strike measure, in a process of its own: a broker that answers births and sends unlocks.
import { randomUUID } from 'node:crypto';
import { startBroker } from './lib/broker.mjs';
import { serve } from './lib/worker.mjs';

let broker = null;

serve({
  async start() {
    broker = await startBroker();
    return broker.url;
  },
  async unlock({ gateway, door, strikeMs }) {
    const now = Date.now();
    const [issued_at, expires_at] = [now, now + 10_000].map((at) => new Date(at).toISOString());
    const id = randomUUID();
    const session = broker.sessionOf(gateway);
    await broker.send(`gateways/${gateway}/down/command`, {
      ...{ v: 1, id, session, door, type: 'unlock', strike_ms: strikeMs, issued_at, expires_at },
    });
    return id;
  },
});
