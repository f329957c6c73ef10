import { afterAll, afterEach, expect, jest, test } from '@jest/globals';
import { main } from '../../src/doorctl.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld();
const { DATABASE_URL: before } = process.env;
process.env.DATABASE_URL = world.context.config.DATABASE_URL ?? '';
process.env.SECRET_KEY = world.context.config.SECRET_KEY ?? '';
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  delete process.env.SECRET_KEY;
  if (before === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = before;
  await world.close();
});

async function doorctl(...parameters: string[]): Promise<{ code: number; text: string }> {
  let text = '';
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((more) => {
      text += more;
      return true;
    });
  return { code: await main(['node', 'doorctl', ...parameters]), text };
}

test('a key is handed over and taken back at the terminal, beside the running service', async () => {
  const key = (await world.issue()).body;
  const handed = await doorctl('key', 'hand-over', String(key.id), '--json');
  expect([handed.code, JSON.parse(handed.text).state]).toEqual([0, 'handed_over']);
  expect(await doorctl('key', 'return', String(key.id))).toEqual({
    code: 0,
    text: `key ${key.id} "Front doors" of Anna Aho is returned\n`,
  });
  expect((await world.reported()).map(({ type }) => type).slice(-2)).toEqual([
    'key.activated',
    'key.revoked',
  ]);
});

test('a missing key is reported in one line', async () => {
  const { code, text } = await doorctl('key', 'return', '999999');
  expect([code, text]).toEqual([
    1,
    'doorctl: there is no key 999999; GET /keys lists keys, and so does the page of a person in the dashboard\n',
  ]);
  expect((await doorctl('key', 'return', 'x')).code).toBe(1);
});

test('a returned key is handed over again at the terminal, by a new setup link', async () => {
  const key = (await world.issue({ channel: 'sms' })).body;
  await doorctl('key', 'return', String(key.id));
  const sent = await doorctl('key', 'hand-over', String(key.id), '--link');
  expect(sent.code).toBe(0);
  expect(sent.text).toMatch(`key ${key.id} "Front doors" of Anna Aho: a setup link is being sent (sms)`);
  expect((await world.outbox()).at(-1)).toMatchObject({
    channel: 'sms',
    recipient: expect.stringMatching(/^\+358/),
  });
  expect((await world.call('GET', `/keys/${key.id}`)).body).toMatchObject({
    state: 'returned',
    invitation: { state: 'pending' },
  });

  expect((await doorctl('key', 'hand-over', String(key.id), '--link')).text).toBe(
    'doorctl: its invitation is pending: resend that one\n',
  );
  await doorctl('key', 'return', String(key.id));
  const other = await doorctl('key', 'hand-over', String(key.id), '--link', 'email', '--json');
  expect(JSON.parse(other.text)).toMatchObject({ channel: 'email', state: 'pending', key: { id: key.id } });
  expect((await doorctl('key', 'hand-over', String(key.id), '--link', 'pigeon')).code).toBe(1);
});

test('a key presented to a simulated reader by doorctl is refused with its reason, or opens', async () => {
  const { archive } = world.ids;
  expect(await doorctl('reader', 'present', 'archive')).toEqual({
    code: 1,
    text: 'doorctl: there is no simulated reader: an account needs a lock of type locksys and a gateway with bench: true\n',
  });
  await world.context.prisma.gateway.updateMany({ data: { bench: true } });
  const key = (await world.issue()).body;
  await doorctl('key', 'hand-over', String(key.id));
  const texts: string[] = [];
  for (const [act, ...more] of [
    ['present', 'archive'],
    ['present', String(archive), '--key', String(key.id)],
    ['leave-open', 'archive'],
    ['close', 'archive'],
  ])
    texts.push((await doorctl('reader', act as string, ...more)).text);
  expect(texts).toEqual([
    'archive: refused (unknown_key); the door is closed\n',
    'archive: granted; the door is open\n',
    'archive: the door is left open\n',
    'archive: the door is closed\n',
  ]);
  expect((await doorctl('reader', 'close', 'archive')).text).toContain('the door is closed: present a key');
  expect((await doorctl('reader', 'present', 'main')).text).toBe(
    `doorctl: there is no reader "main", only archive (${archive})\n`,
  );
  // doorctl uses the machine's clock.
  world.clock.stepWall(Date.now() - world.clock.now() + 1_000);
  await world.due.runDue();
  const { data } = (await world.call('GET', `/events?lock_id=${archive}&order=asc`)).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual([
    'access.denied',
    'access.granted',
    'door.left_open',
    'door.closed',
  ]);
});
