// Authenticated pages of the event log a second, against bare Express with one SELECT of the like.
import { addEvents } from './lib/events.mjs';
import { measureRate } from './lib/rate.mjs';

await measureRate({
  measure: 'events-page',
  unit: 'pages of 50/s',
  goal: 0.7,
  floor_what: 'Express 5 with one SELECT of 50 events with lock and location',
  request: () => ({ path: '/events?limit=50' }),
  prepare: (pool) => addEvents(pool, 10_000),
});
