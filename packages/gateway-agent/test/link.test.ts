import { randomUUID } from 'node:crypto';
import { systemClock, TestClock, toTimestamp } from '@door-access/protocol';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { FakeCloud } from './fake-cloud.js';
import { aDoor, aSite, linkState, type Site } from './world.js';

let cloud: FakeCloud;
let sites: Site[] = [];

beforeEach(async () => {
  cloud = await FakeCloud.start();
});
afterEach(async () => {
  for (const { agent } of sites) await agent.stop();
  sites = [];
  await cloud.close();
});

function site(options: Parameters<typeof aSite>[1] = {}): Site {
  // No waiting between connections: random 0 makes every back-off 0 ms.
  const made = aSite(cloud, { random: () => 0, ...options });
  sites.push(made);
  return made;
}
async function online(options: Parameters<typeof aSite>[1] = {}): Promise<Site> {
  const made = site(options);
  await made.agent.start();
  await linkState(made.agent, 'online');
  return made;
}

test('the birth reports session, boot, wiring and states; client id and user name are the gateway id', async () => {
  const { gatewayId, agent } = await online({
    doors: [aDoor(), aDoor({ door: 2, contact: null, exitButton: null, hold: false })],
  });
  expect(cloud.of(gatewayId).births).toEqual([
    {
      v: 1,
      session: agent.session,
      online: true,
      boot: agent.boot,
      agent: 'test',
      at: expect.any(String),
      mono_ms: expect.any(Number),
      clock: 'local',
      doors: [
        { door: 1, contact: 'closed', exit_button: true, hold_relay: true, strike_on: false, hold_on: false },
        { door: 2, contact: null, exit_button: false, hold_relay: false, strike_on: false, hold_on: false },
      ],
    },
  ]);
});

test('no journal message goes out before the session message has come', async () => {
  cloud.answersBirths = false;
  const { agent, gatewayId } = site();
  await agent.start();
  await cloud.until(() => cloud.of(gatewayId).births.length === 1);
  expect(cloud.of(gatewayId).messages).toEqual([]);
  expect(agent.linkState).toBe('waiting');
  cloud.drop(gatewayId);
  cloud.answersBirths = true;
  await linkState(agent, 'online');
  await cloud.until(() => cloud.of(gatewayId).records.length > 0);
});

test('a cut connection fires the Will of its session, and the next connection has a new session and the same boot', async () => {
  const { gatewayId, agent, cable } = await online();
  const before = agent.session;
  cable.pull();
  await cloud.until(() => cloud.of(gatewayId).wills.length > 0);
  expect(cloud.of(gatewayId).wills).toEqual([before]);
  cable.plug();
  agent.reconnectNow();
  await linkState(agent, 'online');
  const births = cloud.of(gatewayId).births;
  expect(births).toHaveLength(2);
  expect(new Set(births.map(({ session }) => session)).size).toBe(2);
  expect(new Set(births.map(({ boot }) => boot)).size).toBe(1);
});

test('a clean stop says goodbye: no Will is fired', async () => {
  const { gatewayId, agent } = await online();
  await agent.stop();
  await online();
  expect(cloud.of(gatewayId).wills).toEqual([]);
});

test('one message is in flight at a time, and what was not acknowledged is sent again after a reconnect, in order', async () => {
  let open = 0;
  let max = 0;
  let failures = 2;
  cloud.commit = async () => {
    max = Math.max(max, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    if (failures-- > 0) throw new Error('the database is away');
  };
  const { gatewayId, hardware } = await online();
  const { records, messages } = cloud.of(gatewayId);
  for (let count = 0; count < 20; count++) {
    // Each board that comes back is a snapshot.
    hardware.mendBoard();
    await new Promise((resolve) => setImmediate(resolve));
  }
  // One of the start, one of each of the three sessions, and the twenty.
  await cloud.until(() => records.length >= 24);
  expect(max).toBe(1);
  expect(records.map(({ seq }) => seq)).toEqual(records.map((_, index) => index + 1));
  const firsts = messages.map(({ seqs }) => seqs[0] as number);
  expect(firsts).toEqual([...firsts].sort((a, b) => a - b));
});

test('a long backlog goes out in messages of at most 100 records and 64 KB', async () => {
  const { agent, gatewayId, hardware, cable } = await online();
  cable.pull();
  // Each board that comes back is a snapshot.
  for (let count = 0; count < 260; count++) hardware.mendBoard();
  cable.plug();
  agent.reconnectNow();
  await cloud.until(() => cloud.of(gatewayId).records.length >= 260);
  const sizes = cloud.of(gatewayId).messages.map(({ seqs }) => seqs.length);
  expect(Math.max(...sizes)).toBe(100);
});

test('the clock is the cloud’s from the session message on, whatever the machine’s own says', async () => {
  const truth = Date.parse('2031-05-05T05:05:05.000Z');
  cloud.now = () => truth;
  const { gatewayId, hardware } = await online();
  hardware.force(1);
  await cloud.until(() =>
    cloud.of(gatewayId).records.some((record) => record.kind === 'contact' && record.state === 'open'),
  );
  const edge = cloud.of(gatewayId).records.at(-1);
  expect(edge?.clock).toBe('synced');
  expect(Math.abs(Date.parse(edge?.at ?? '') - truth)).toBeLessThan(5000);
});

test('a broker that refuses a credential that never worked ends the agent’s tries', async () => {
  const { agent } = site({ secret: 'wrong' });
  const refused = new Promise<void>((resolve) =>
    agent.watch((change) => change.type === 'refused' && resolve()),
  );
  await agent.start();
  await refused;
  expect(agent.linkState).toBe('refused');
});

test('a revoked gateway says so once, keeps its doors and its journal, and comes back by itself when paired again', async () => {
  const clock = new TestClock(systemClock.now());
  const doors = [aDoor({ exitReleases: true })];
  const { agent, gatewayId, hardware, log } = site({ clock, doors, random: () => 0.999 });
  await agent.start();
  await linkState(agent, 'online');
  cloud.secrets.set(gatewayId, 'another');
  cloud.drop(gatewayId);
  await linkState(agent, 'offline');
  await clock.advance(1000);
  await linkState(agent, 'refused');
  expect(log.filter((line) => line.includes('no longer accepts'))).toHaveLength(1);
  hardware.pressExit(1);
  await clock.advance(100);
  expect(hardware.view(1).strikeOn).toBe(true);
  expect(agent.journalDepth).toBeGreaterThan(0);
  cloud.pair(gatewayId, 'a-secret-of-the-gateway');
  await clock.advance(2000);
  await linkState(agent, 'online');
});

test('a revoked gateway tries again like any other: exponentially, with full jitter', async () => {
  const clock = new TestClock(systemClock.now());
  const { agent, gatewayId } = site({ clock, random: () => 0.999 });
  await agent.start();
  await linkState(agent, 'online');
  cloud.secrets.set(gatewayId, 'another');
  cloud.drop(gatewayId);
  await linkState(agent, 'offline');
  // Each failure doubles the wait: 1 s after the cut, then 2 s, then 4 s.
  for (const [index, wait] of [1000, 2000, 4000].entries()) {
    await clock.advance(wait);
    await cloud.until(() => cloud.refusals === index + 1);
    await linkState(agent, 'refused');
  }
});

test('a broker that accepts and then says nothing is given up after ten seconds', async () => {
  cloud.answersBirths = false;
  const clock = new TestClock();
  const { agent, gatewayId, log } = site({ clock });
  await agent.start();
  await linkState(agent, 'waiting');
  await cloud.until(() => cloud.of(gatewayId).births.length === 1);
  await clock.advance(10_000);
  await linkState(agent, 'waiting');
  expect(log.join()).toContain('the cloud did not answer the birth within 10 s');
});

test('an agent that stops says goodbye and does not wait for a cloud that acknowledges nothing', async () => {
  const { agent, gatewayId, hardware } = await online();
  cloud.commit = () => new Promise(() => undefined);
  hardware.force(1);
  await cloud.until(() => agent.journalDepth > 0);
  const began = systemClock.monotonic();
  await agent.stop();
  expect(systemClock.monotonic() - began).toBeLessThan(2500);
  expect(cloud.of(gatewayId).wills).toEqual([]);
});

test('what is under way when the agent stops arrives', async () => {
  const { agent, gatewayId, hardware } = await online();
  hardware.force(1);
  await cloud.until(() => cloud.of(gatewayId).records.length > 0);
  await agent.stop();
  expect(cloud.of(gatewayId).records.at(-1)?.kind).toBe('contact');
  expect(cloud.of(gatewayId).wills).toEqual([]);
});

test('a gateway of twenty doors that all move at once gives no warning', async () => {
  const warnings: string[] = [];
  const hear = ({ name }: Error) => warnings.push(name);
  process.on('warning', hear);
  const doors = Array.from({ length: 20 }, (_each, index) => aDoor({ door: index + 1 }));
  const { hardware, gatewayId } = await online({ doors, random: () => 0.9 });
  for (const { door } of doors) hardware.pressExit(door);
  // A record that is sent again after a lost acknowledgement is one record.
  const pressed = () =>
    new Set(
      cloud
        .of(gatewayId)
        .records.flatMap((one) => (one.kind === 'exit_button' && one.pressed ? [one.seq] : [])),
    );
  await cloud.until(() => pressed().size === 20);
  process.off('warning', hear);
  expect(warnings).toEqual([]);
});

test('a heartbeat goes out when the link is up and every 60 seconds', async () => {
  const clock = new TestClock();
  const { gatewayId, agent } = await online({ clock, vitals: () => ({ rss_mb: 61.5, temp_c: 48.2 }) });
  const { heartbeats } = cloud.of(gatewayId);
  await cloud.until(() => heartbeats.length === 1);
  await clock.advance(60_000);
  await cloud.until(() => heartbeats.length === 2);
  expect(heartbeats[1]).toEqual({
    v: 1,
    session: agent.session,
    uptime_s: 60,
    journal_depth: expect.any(Number),
    rss_mb: 61.5,
    temp_c: 48.2,
    at: expect.any(String),
    clock: 'synced',
    health: expect.objectContaining({ disk_refuses: false }),
  });
});

test('the first heartbeat leaves the line to the journal, for a second at the max', async () => {
  const clock = new TestClock();
  let release: () => void = () => undefined;
  const busy = new Promise<void>((resolve) => {
    release = resolve;
  });
  cloud.commit = () => busy;
  const { gatewayId, agent } = await online({ clock });
  const { heartbeats } = cloud.of(gatewayId);
  await clock.advance(999);
  expect(heartbeats).toHaveLength(0);
  await clock.advance(1);
  await cloud.until(() => heartbeats.length === 1);
  expect(agent.journalDepth).toBeGreaterThan(0);
  release();
});

test('what the cloud says that is no message of the protocol is ignored, and the link lives on', async () => {
  const { gatewayId, agent, log } = await online();
  const session = agent.session;
  await cloud.command(gatewayId, { id: 'x', type: 'unlock' });
  const id = randomUUID();
  await cloud.command(gatewayId, { id, door: 1, type: 'unlock', strike_ms: 1000, issued_at: toTimestamp(0) });
  await cloud.until(() => cloud.results(gatewayId, id).length === 1);
  expect(agent.session).toBe(session);
  expect(log.join()).toContain('a command was ignored');
});
