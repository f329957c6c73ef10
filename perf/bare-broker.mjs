// The floor for connections of gateways: a bare Aedes that answers births, in a process of its own.
import { startBroker } from './lib/broker.mjs';
import { serve } from './lib/worker.mjs';

serve({
  listen: (options) => startBroker(options),
});
