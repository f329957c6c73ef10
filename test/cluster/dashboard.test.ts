import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createService, eventually, type Process } from './processes.js';

const service = await createService();
/** A heartbeat of the pages, which would find it out in the end, comes every 15 seconds. */
const AT_ONCE_MS = 5_000;

let one: Process;
let two: Process;
const open: AbortController[] = [];

beforeAll(async () => {
  [one, two] = await Promise.all([service.start('api,edge'), service.start('api,worker')]);
}, 60_000);
afterAll(async () => {
  for (const look of open) look.abort();
  await service.close();
});

/** An open page: what it received, whether it is over, and whether it was cut off rather than ended. */
async function look(at: Process, cookie: string) {
  const aborter = new AbortController();
  open.push(aborter);
  const { origin } = new URL(at.baseUrl);
  const answer = await fetch(`${origin}/dashboard/stream`, { headers: { cookie }, signal: aborter.signal });
  const page = { received: '', isOver: false, isCut: false };
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) page.received += decoder.decode(chunk, { stream: true });
  };
  void read()
    .catch(() => {
      page.isCut = true;
    })
    .finally(() => {
      page.isOver = true;
    });
  await eventually(async () => page.received.includes('event: resync'));
  return page;
}

describe('pages open at another process', () => {
  test('end at once with the session that was signed out here', async () => {
    const cookie = await service.signIn(one);
    const page = await look(two, cookie);
    expect((await service.ask(one, 'DELETE', '/session', cookie)).status).toBe(204);
    await eventually(async () => page.isOver, AT_ONCE_MS);
  });

  test('look at their alarms again once one is acknowledged here', async () => {
    const gateway = await service.connect(one, 'gw1');
    const cookie = await service.signIn(one);
    await gateway.send([gateway.record({ door: 1, kind: 'contact', state: 'open', snapshot: false })]);
    const alarms = async () =>
      (await (await service.ask(one, 'GET', '/alarms', cookie)).json()) as { data: { id: number }[] };
    const { data } = await eventually(async () => {
      const listed = await alarms();
      return listed.data.length > 0 && listed;
    });
    const page = await look(two, cookie);
    const ids = data.map(({ id }) => id);
    const answer = await service.ask(one, 'POST', '/alarms/acknowledge', cookie, { event_ids: ids });
    expect(answer.status).toBe(204);
    await eventually(async () => page.received.includes('event: alarms'), AT_ONCE_MS);
  });

  test('do not hold up the stop of their process', async () => {
    const page = await look(two, await service.signIn(one));
    expect(await two.stop()).toBe(0);
    // What does not end by itself is cut off after five seconds.
    await eventually(async () => page.isOver);
    expect(page.isCut).toBe(false);
  });
});
