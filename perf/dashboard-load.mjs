// Both ends of the dashboard measure, in one process so that they share a clock: gateways whose doors change, and
// viewers that receive the changes.
// read the same clock.
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { connect } from './lib/gateway.mjs';
import { signIn } from './lib/service.mjs';
import { serve } from './lib/worker.mjs';

const LATEST_MS = 5_000;
const FORCED_EVERY = 200;

const now = () => performance.timeOrigin + performance.now();

let connected = [];
let streams = [];
/** What each viewer has yet to receive, by door: the state and since when. */
let waiting = [];
let latencies = [];
let publisher = null;

serve({
  async connect({ url, gateways }) {
    connected = [];
    for (const gateway of gateways) {
      const connection = await connect({ ...gateway, url, start: now() });
      connected.push({ ...gateway, connection, seq: 0, states: Array(gateway.doors).fill('closed') });
    }
  },
  /** Signs in and opens the streams; resolves with the cookie. */
  async look({ origin, email, password, viewers }) {
    const cookie = await signIn(origin, email, password);
    await open(`${origin}/dashboard/stream`, { cookie }, viewers, (viewer, locks, at) => {
      for (const { id, door_state } of locks) received(viewer, id, door_state, at);
    });
    return cookie;
  },
  /** `rate` doors a second open or close; every second one is of `near`, if given. Each door at most once in some seconds. */
  async change({ seconds, rate, near = [] }) {
    latencies = [];
    const doors = connected.flatMap((gateway) =>
      gateway.locks.map((lock, door) => ({ gateway, lock, door })),
    );
    const close = near.length > 0 ? doors.filter(({ lock }) => near.includes(lock)) : [];
    const far = doors.filter(({ lock }) => !near.includes(lock));
    const changes = [];
    const result = await paced(seconds, rate, (index) => {
      // Those at the top of the page take turns over four seconds and more.
      const isNear = close.length > 0 && index % Math.ceil((4 * rate) / close.length) === 0;
      const list = isNear ? close : far;
      const { gateway, lock, door } =
        list[Math.floor(index / (isNear ? Math.ceil((4 * rate) / close.length) : 1)) % list.length];
      const state = gateway.states[door] === 'closed' ? 'open' : 'closed';
      gateway.states[door] = state;
      const at = now();
      changes.push({ lock, state, at });
      for (const viewer of waiting) viewer.set(lock, { state, at });
      void gateway.connection.send(journalOf(gateway, door + 1, state, index, at));
    });
    await allReported();
    const missed = waiting.reduce((sum, viewer) => sum + viewer.size, 0);
    for (const viewer of waiting) viewer.clear();
    return { ...result, latencies, missed, changes };
  },
  async connectBare({ url, port, viewers }) {
    publisher = await mqtt.connectAsync(url, { reconnectPeriod: 0 });
    publisher.stream.setNoDelay(true);
    await open(`http://127.0.0.1:${port}/`, {}, viewers, (viewer, { id, state }, at) =>
      received(viewer, id, state, at),
    );
  },
  async floor({ seconds, rate }) {
    latencies = [];
    const result = await paced(seconds, rate, (id) => {
      for (const viewer of waiting) viewer.set(id, { state: 'open', at: now() });
      publisher.publish('up', JSON.stringify({ id, state: 'open' }), { qos: 1 });
    });
    await allReported();
    endStreams();
    await publisher.endAsync();
    return { ...result, latencies };
  },
  async end() {
    endStreams();
    await Promise.all(connected.map(({ connection }) => connection.end()));
  },
});

/** Most openings follow a press of the exit button; one in `FORCED_EVERY` has nothing to explain it. */
function journalOf(gateway, door, state, index, at) {
  const record = (fields) => ({
    seq: ++gateway.seq,
    boot: gateway.boot,
    mono_ms: Math.round(performance.now() * 1000) / 1000,
    at: new Date(at).toISOString(),
    clock: 'synced',
    door,
    ...fields,
  });
  const records = [];
  if (state === 'open' && index % FORCED_EVERY !== 0)
    records.push(record({ kind: 'exit_button', pressed: true }));
  records.push(record({ kind: 'contact', state, snapshot: false }));
  return JSON.stringify({ v: 1, journal: gateway.journal, records });
}

function received(viewer, id, state, at) {
  const waits = waiting[viewer].get(id);
  if (waits?.state !== state) return;
  waiting[viewer].delete(id);
  latencies.push(at - waits.at);
}

/** Calls `once` `rate` times a second, and returns whether it kept up. */
async function paced(seconds, rate, once) {
  const began = performance.now();
  const total = seconds * rate;
  let sent = 0;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * rate));
    while (sent < due) once(sent++);
    await sleep(2);
  }
  const took = (performance.now() - began) / 1000;
  return { sent, seconds: took, behind: took > seconds * 1.1 };
}

async function allReported() {
  for (let waited = 0; waited < LATEST_MS && waiting.some((viewer) => viewer.size > 0); waited += 20)
    await sleep(20);
}

async function open(url, headers, viewers, onData) {
  endStreams();
  waiting = Array.from({ length: viewers }, () => new Map());
  streams = await Promise.all(
    waiting.map(
      (_, viewer) =>
        new Promise((resolve, reject) => {
          const request = http.get(url, { headers, agent: false }, (response) => {
            if (response.statusCode !== 200)
              return reject(new Error(`a stream answered ${response.statusCode}`));
            response.setEncoding('utf8');
            response.on('error', () => {});
            let text = '';
            response.on('data', (chunk) => {
              const at = now();
              text += chunk;
              for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
                const message = text.slice(0, end);
                text = text.slice(end + 2);
                const [, data] = /^event: locks\ndata: (.*)$/.exec(message) ?? [];
                if (data) onData(viewer, JSON.parse(data), at);
              }
            });
            resolve(request);
          });
          request.on('error', reject);
        }),
    ),
  );
}

function endStreams() {
  for (const request of streams) request.destroy();
  streams = [];
}
