// One gateway as a process to be killed: the real agent with its LevelDB journal and real MQTT on simulated doors that
// move all the time. Every physical fact goes to a file of truth at once, a relay's before it switches; a record counts
// as durable once the journal's synced write has returned, and is noted before the journal itself knows.
import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { BenchHardware, createAgent, levelStore, mqttConnect, socketTo } from '@door-access/gateway-agent';
import { systemClock } from '@door-access/protocol';
import { createRandom } from './random.mjs';

const {
  gatewayId,
  secret,
  mqttUrl,
  journalFolder,
  truthFile,
  doors: doorCount,
  seed,
} = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const STRIKE_MS = 1000;
/** Longer than the debounce time, so that every move is one edge. */
const SHORTEST_REST_MS = 250;
const LONGEST_REST_MS = 850;
const PRESS_MS = 150;
const PRESS_SHARE = 0.2;
/** With so many kills the back-off would reach its minute, and there would be no load. */
const LONGEST_BACK_OFF_MS = 700;
const STATUS_EVERY_MS = 100;
const STOP_WITHIN_MS = 3_000;
/** A network may bring a command twice: some come again soon, the newest unlocks in every new session. */
const REPEATED_SHARE = 0.2;
const LONGEST_REPEAT_MS = 3_000;
const REPEATED = 5;

const random = createRandom(seed);
const truth = openSync(truthFile, 'a');
const note = (fact) => writeSync(truth, `${JSON.stringify({ ...fact, t: Date.now() })}\n`);

let dying = false;
/** The message from the cloud that the running code follows from. */
const following = new AsyncLocalStorage();
const doors = Array.from({ length: doorCount }, (_, index) => index + 1);
const hardware = new BenchHardware({
  clock: systemClock,
  random: () => 0,
  doors: doors.map((door) => ({ door, contact: { normally: 'closed' }, exitButton: true })),
});
const driver = {
  open: (listener) => hardware.open(listener),
  levels: () => hardware.levels(),
  close: () => hardware.close(),
  setRelay(door, relay, on) {
    const command = following.getStore();
    note({
      kind: 'relay',
      door,
      relay,
      on,
      id: command?.id ?? null,
      expires_at: command?.expires_at ?? null,
    });
    const switched = hardware.setRelay(door, relay, on);
    // The strike is on, and the disk does not know it yet.
    if (dying && on && relay === 'strike') process.kill(process.pid, 'SIGKILL');
    return switched;
  },
};

const home = levelStore(journalFolder);
const noteRecords = (kind, values) => {
  if (values.length > 0) note({ kind, records: values.map((json) => JSON.parse(json)) });
};
const store = {
  ...home,
  async open(options) {
    const opened = await home.open(options);
    if (opened.repaired) note({ kind: 'repaired' });
    const found = await opened.store.entries({ after: 'r/', before: 'r0' });
    noteRecords(
      'found',
      found.map(([, json]) => json),
    );
    return { ...opened, store: watched(opened.store) };
  },
};
const watched = (inner) => ({
  ...inner,
  async write(operations, options) {
    await inner.write(operations, options);
    noteRecords(
      'durable',
      operations.filter(({ key, value }) => key.startsWith('r/') && value !== null).map(({ value }) => value),
    );
  },
});

/** Unlocks that the next session repeats, including those before a kill. */
const newest = readFileSync(truthFile, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('{"kind":"command"'))
  .map((line) => JSON.parse(line).command)
  .filter(({ type }) => type === 'unlock')
  .slice(-REPEATED);

/** What the cloud sends, with repetitions. */
function repeating(request) {
  const onMessage = (topic, payload) => {
    const message = JSON.parse(Buffer.from(payload).toString());
    const hand = (command) =>
      following.run(command, () =>
        request.onMessage(topic.replace(/session$/, 'command'), Buffer.from(JSON.stringify(command))),
      );
    if (topic.endsWith('/session')) {
      request.onMessage(topic, payload);
      for (const command of newest) hand({ ...command, session: message.session });
      return;
    }
    note({ kind: 'command', command: message });
    if (message.type === 'unlock' && newest.push(message) > REPEATED) newest.shift();
    hand(message);
    if (random.chance(REPEATED_SHARE)) setTimeout(hand, random.between(0, LONGEST_REPEAT_MS), message);
  };
  return { ...request, onMessage };
}

const connect = mqttConnect(socketTo(new URL(mqttUrl), null));
const agent = createAgent({
  gatewayId,
  secret,
  doors: doors.map((door) => ({
    door,
    name: `Door ${door}`,
    contact: { debounceMs: 50, normally: 'closed' },
    exitButton: { debounceMs: 20 },
    strike: true,
    hold: true,
    strikeMs: STRIKE_MS,
    exitReleases: false,
  })),
  driverOf: () => driver,
  store,
  connect: (request, signal) => connect(repeating(request), signal),
  log: { info: (line) => console.log(line), warn: (line) => console.log(`warning: ${line}`) },
  version: '0.0.0-kills',
  clock: systemClock,
  random: random.next,
});

let last = 0;
let acknowledged = 0;
let moving = true;
agent.watch((change) => {
  if (change.type === 'durable') last = change.entries.at(-1).seq;
  if (change.type === 'forgotten') acknowledged = change.upTo;
  if (change.type === 'refused') note({ kind: 'refused' });
  if (change.type === 'link' && change.state === 'offline')
    setTimeout(() => agent.reconnectNow(), random.between(100, LONGEST_BACK_OFF_MS));
});
const status = () =>
  process.send?.({
    at: Date.now(),
    link: agent.linkState,
    depth: agent.journalDepth,
    last,
    acknowledged,
    moving,
    holds: doors.filter((door) => hardware.view(door).holdOn),
  });
process.on('message', (message) => {
  if (message === 'calm') moving = false;
  if (message === 'die in a pulse') dying = true;
});
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', async () => {
  await Promise.race([agent.stop(), sleep(STOP_WITHIN_MS)]);
  process.exit(0);
});

// The doors moved on while the agent was away.
for (const door of doors) if (random.chance(0.5)) hardware.force(door);
await sleep(20);
await agent.start();
note({ kind: 'boot', boot: agent.boot, journal: agent.journalId });
setInterval(status, STATUS_EVERY_MS);
for (const door of doors) void play(door);

async function play(door) {
  for (;;) {
    await sleep(random.between(SHORTEST_REST_MS, LONGEST_REST_MS));
    if (!moving) return;
    if (hardware.view(door).leaf === 'open') {
      note({ kind: 'move', boot: agent.boot, door, state: 'closed' });
      hardware.pushClosed(door);
      continue;
    }
    if (random.chance(PRESS_SHARE)) {
      note({ kind: 'press', boot: agent.boot, door });
      hardware.pressExit(door);
      await sleep(PRESS_MS);
      hardware.releaseExit(door);
    }
    note({ kind: 'move', boot: agent.boot, door, state: 'open' });
    hardware.force(door);
  }
}
