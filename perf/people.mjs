// People created a second, with their event and audit entry, against bare Express with one INSERT.
import { measureRate } from './lib/rate.mjs';

await measureRate({
  measure: 'people',
  unit: 'people/s',
  goal: 0.6,
  floor_what: 'Express 5 with one INSERT into the same table',
  request: () => ({ path: '/people', body: JSON.stringify({ name: 'Someone' }) }),
});
