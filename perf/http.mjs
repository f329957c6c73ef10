// Authenticated reads of one lock a second, against bare Express with one SELECT.
import { measureRate } from './lib/rate.mjs';

await measureRate({
  measure: 'http',
  unit: 'requests/s',
  goal: 0.75,
  floor_what: 'Express 5 with one indexed SELECT',
  request: (site) => ({ path: `/locks/${site.locks[0]}` }),
});
