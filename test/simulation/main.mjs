// npm run simulate -- --seed 7 --hours 24 --gateways 10 --chaos
import { register } from 'node:module';
import { MUTATIONS } from './mutations.mjs';
Error.stackTraceLimit = Number(process.env.ST ?? 0);
const m = process.env.MUT ? [MUTATIONS[Number(process.env.MUT)]] : [];
register('./loader.mjs', import.meta.url, { data: { mutations: m } });
const { simulate } = await import('./simulate.ts');
const t = performance.now();
if (m[0]) console.log(m[0].name);
for (let seed = Number(process.argv[2] ?? 1); seed < Number(process.argv[2] ?? 1) + Number(process.argv[6] ?? 1); seed++) {
  const r = await simulate({ seed, hours: Number(process.argv[3] ?? 1), gateways: Number(process.argv[4] ?? 2), chaos: process.argv[5] === 'chaos' });
  console.log('cpu', Math.round(process.cpuUsage().user/1000), seed, r.fingerprint, JSON.stringify(r.figures), Math.round(performance.now() - t), r.violations.length, process.memoryUsage.rss() >> 20);
  for (const v of r.violations.slice(0, Number(process.env.N ?? 5))) console.log(JSON.stringify(v));
  if (process.env.ERR) for (const e of r.world.seen.errors.slice(0,3)) console.log(e.line);
  if (m[0] && r.violations.length) break;
}
