// npm run test:power: the power of a journal is cut 300 times. `--seed N` repeats the choices (what is
// under way at a moment differs), `--cuts N` and `--within SECONDS` bound it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cutPower } from './cuts.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    cuts: { type: 'string', default: '300' },
    within: { type: 'string', default: '180' },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const folder = mkdtempSync(path.join(tmpdir(), 'door-power-'));
const began = performance.now();
const { faults, ...seen } = await cutPower({
  seed,
  cuts: Number(values.cuts),
  folder,
  milliseconds: Number(values.within) * 1000,
});
rmSync(folder, { recursive: true, force: true });
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(JSON.stringify({ seed, ...seen, seconds: Number(seconds) }));
for (const fault of faults.slice(0, 20)) console.log(`  ✕ ${fault}`);
console.log(`The journal's power was cut ${seen.cuts} times in ${seconds} s: ${faults.length} faults`);
process.exitCode = faults.length > 0 ? 1 : 0;
