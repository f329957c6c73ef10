// The memory that an idle, connected gateway costs the service, plain and over TLS: of as many connections of the same client
// process, against a bare Aedes that answers births. Each broker is a process of its own, new for each round.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { selfSigned } from './lib/certificate.mjs';
import { median, quick, report, say } from './lib/report.mjs';
import { startWorker } from './lib/worker.mjs';

const GATEWAYS = quick ? 1_000 : 5_000;
const ROUNDS = quick ? 1 : 3;
/** Connected before the first look, so that code and caches are there. */
const WARM = 100;
const GOAL = 1.5;
const PATIENCE_MS = 60_000;
const SETTLE_MS = 1_000;
const NAME = 'service.example';
const BROKERS = { service: 'idle-service.mjs', bare: 'bare-broker.mjs' };

const folder = mkdtempSync(path.join(tmpdir(), 'door-perf-'));
const { cert, key } = await selfSigned(NAME);
const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
writeFileSync(files.cert, cert);
writeFileSync(files.key, key);
try {
  for (const transport of ['plain', 'TLS']) {
    const found = { service: [], bare: [] };
    for (let round = 0; round < ROUNDS; round++)
      for (const kind of ['service', 'bare']) found[kind].push(await measure(kind, transport));
    const of = (kind, what) => median(found[kind].map((one) => one[what]));
    report({
      measure: 'idle',
      case: transport,
      value: of('service', 'heap'),
      unit: 'bytes of heap and buffers for an idle gateway',
      better: 'lower',
      floor: of('bare', 'heap'),
      floor_what: 'the same gateway at a bare Aedes',
      goal: transport === 'plain' ? GOAL : undefined,
      // For information: a process that starts with more has room left, and grows later.
      rss: of('service', 'rss'),
      floor_rss: of('bare', 'rss'),
      gateways: GATEWAYS,
      rounds: ROUNDS,
    });
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Bytes for each gateway. */
async function measure(kind, transport) {
  const broker = startWorker(BROKERS[kind], { exec: ['--expose-gc'] });
  const crowd = startWorker('reconnect-load.mjs');
  try {
    const { url, tlsUrl, gateways } = await broker.call({ task: 'listen', files, count: WARM + GATEWAYS });
    const connect = async (some) => {
      const { sessions } = await crowd.call({
        task: 'connect',
        url: transport === 'plain' ? url : tlsUrl,
        secure: { ca: cert, servername: NAME },
        gateways: some,
        withinMs: some.length * 2,
        patienceMs: PATIENCE_MS,
      });
      if (sessions < some.length) throw new Error(`${sessions} of ${some.length} have their session`);
      await sleep(SETTLE_MS);
      return broker.call({ task: 'memory' });
    };
    const before = await connect(gateways.slice(0, WARM));
    const after = await connect(gateways.slice(WARM));
    const bytes = (what) => (after[what] - before[what]) / GATEWAYS;
    const found = { rss: bytes('rss'), heap: bytes('heap') };
    say(
      `idle ${kind} ${transport}: ${Math.round(found.rss)} bytes of RSS, ${Math.round(found.heap)} of heap`,
    );
    return found;
  } finally {
    await crowd.stop();
    await broker.call({ task: 'end' });
    await broker.stop();
  }
}
