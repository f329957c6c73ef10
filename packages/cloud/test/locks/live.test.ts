import { afterAll, describe, expect, test } from '@jest/globals';
import { dashboardWorld } from '../http/pages-world.js';

const { world, context, ids, origin, ask, signIn, mount } = await dashboardWorld();
const gateway = await world.connect();
await gateway.birth([{ door: 1 }, { door: 2 }]);
const open: AbortController[] = [];
afterAll(() => {
  for (const one of open) one.abort();
});

interface Pushed {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was pushed
  data: any;
}

/** Looks at a location as an open page does. */
async function look(cookie: string, query = '') {
  const aborter = new AbortController();
  open.push(aborter);
  const answer = await fetch(`${origin}/dashboard/stream${query}`, {
    headers: { Cookie: cookie },
    signal: aborter.signal,
  });
  const pushed: Pushed[] = [];
  let isOver = false;
  const listeners = new Set<() => void>();
  const reader = answer.body?.getReader();
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for (;;) {
      const chunk = await reader?.read().catch(() => undefined);
      if (!chunk || chunk.done) break;
      text += decoder.decode(chunk.value, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const match = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end));
        if (match?.[1]) pushed.push({ event: match[1], data: JSON.parse(match[2] ?? 'null') });
        text = text.slice(end + 2);
      }
      for (const listener of listeners) listener();
    }
    isOver = true;
    for (const listener of listeners) listener();
  };
  void read();
  const when = (isSo: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = () => {
        if (!isSo()) return;
        listeners.delete(check);
        resolve();
      };
      listeners.add(check);
      check();
    });
  return {
    status: answer.status,
    pushed,
    first: (event: string) => when(() => pushed.some((one) => one.event === event)),
    times: (event: string, count: number) =>
      when(() => pushed.filter((one) => one.event === event).length >= count),
    over: () => when(() => isOver),
    of: (event: string) => pushed.filter((one) => one.event === event),
  };
}

/** Lets the service's time pass until something has happened. */
async function passing(something: Promise<void>): Promise<void> {
  let isOver = false;
  void something.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await world.clock.advance(20);
    await new Promise(setImmediate);
  }
}

/** Time enough for pushes under way. */
async function settled(): Promise<void> {
  const end = world.clock.now() + 1_000;
  while (world.clock.now() < end) await new Promise(setImmediate);
}

const contact = (door: number, state: 'open' | 'closed') =>
  gateway.send([gateway.record({ door, kind: 'contact', state, snapshot: false })]);

describe('an open page', () => {
  test('hears of a door that opens, at the location it looks at and nowhere else', async () => {
    const hq = await look(await signIn('owner@acme.example'));
    const lab = await look(await signIn('owner@acme.example'), `?location=${ids.lab}`);
    const other = await look(await signIn('other@globex.example'));
    expect([hq.status, lab.status, other.status]).toEqual([200, 200, 200]);
    await Promise.all([hq, lab, other].map((page) => page.first('resync')));

    await contact(1, 'open');
    await hq.first('locks');
    expect(hq.of('locks')[0]?.data).toMatchObject([{ id: ids.main, door_state: 'open' }]);
    await hq.first('alarms');
    await contact(2, 'open');
    await passing(lab.first('locks'));
    expect(lab.of('locks').map(({ data }) => data[0].id)).toEqual([ids.side]);
    expect(other.of('locks')).toEqual([]);
    expect(other.of('alarms')).toEqual([]);
  });

  test('gets the messages that are declared', async () => {
    const page = await look(await signIn('owner@acme.example'));
    await page.first('resync');
    context.nudge.emit('lock', ids.main);
    context.nudge.emit('alarm', ids.hq);
    await passing(page.first('locks'));
    await passing(page.first('alarms'));
    const declared = mount.endpoints.find(({ path }) => path === '/stream')?.streams;
    for (const { event, data } of page.pushed)
      expect(declared?.safeParse({ [event]: data })).toMatchObject({ success: true });
  });

  test('knows by its first message whether anything changed since it read the doors', async () => {
    const cookie = await signIn('owner@acme.example');
    const read = async () => (await ask('GET', '/overview', { cookie })).json.heard;
    const lookAnew = async () => {
      const page = await look(cookie);
      await page.first('resync');
      return { page, heard: page.of('resync')[0]?.data.heard };
    };
    const before = await read();
    const { page, heard } = await lookAnew();
    expect(heard).toEqual(before);
    context.nudge.emit('lock', ids.main);
    expect((await lookAnew()).heard).toEqual({ ...before, count: before.count + 1 });
    await passing(page.first('locks'));
    context.nudge.emit('alarm', ids.hq);
    expect((await read()).count).toBe(before.count + 2);
    await passing(page.first('alarms'));
  });

  test('is updated at most ten times a second, each time of all that changed meanwhile', async () => {
    const page = await look(await signIn('owner@acme.example'));
    await page.first('resync');
    await passing(settled());
    const before = page.of('locks').length;
    for (let times = 0; times < 40; times++) context.nudge.emit('lock', times % 2 ? ids.main : ids.side);
    await passing(page.times('locks', before + 2));
    const [first, second] = page.of('locks').slice(before);
    expect([first?.data.length, second?.data.length]).toEqual([1, 2]);
    await passing(settled());
    expect(page.of('locks')).toHaveLength(before + 2);
  });

  test('loads anew where more changed than is pushed one by one', async () => {
    const page = await look(await signIn('owner@acme.example'));
    await page.first('resync');
    await passing(settled());
    for (let id = 0; id <= 600; id++) context.nudge.emit('lock', 1_000_000 + id);
    await passing(page.times('resync', 2));
  });

  test('loads anew where calls of other processes may have been missed', async () => {
    const page = await look(await signIn('owner@acme.example'));
    await page.first('resync');
    context.nudge.emit('missed');
    await page.times('resync', 2);
  });

  test('ends with its session: at once when signed out', async () => {
    const cookie = await signIn('owner@acme.example');
    const page = await look(cookie);
    await page.first('resync');
    await ask('DELETE', '/session', { cookie });
    await page.over();
  });

  test('ends within a heartbeat when its session is ended in another process, or its user moved', async () => {
    const page = await look(await signIn('owner@acme.example'));
    const moved = await look(await signIn('viewer@acme.example'));
    await Promise.all([page.first('resync'), moved.first('resync')]);
    await context.pool.query(
      'delete from user_session where user_id = (select id from account_user where email = $1)',
      ['owner@acme.example'],
    );
    await context.pool.query('update account_user set location_id = $1 where email = $2', [
      ids.lab,
      'viewer@acme.example',
    ]);
    await world.clock.advance(15_000);
    await Promise.all([page.over(), moved.over()]);
  });

  test('ends within a heartbeat when nothing was done in its session for twelve hours', async () => {
    const page = await look(await signIn('owner@acme.example'));
    await page.first('resync');
    await context.pool.query('update user_session set last_seen_at = $1', [
      new Date(world.clock.now() - 12 * 3_600_000),
    ]);
    await world.clock.advance(15_000);
    await page.over();
  });

  test('is not opened without a session', async () => {
    const { status } = await fetch(`${origin}/dashboard/stream`);
    expect(status).toBe(401);
  });
});
