import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createService, eventually, type Process } from './processes.js';

/* Changes are written at one process and read at others. */

const service = await createService();
let writer: Process;
let reader: Process;
beforeAll(async () => {
  [writer, reader] = await Promise.all([service.start('api,edge'), service.start('api,worker')]);
}, 60_000);
afterAll(() => service.close());

/** Without a nudge across, it would take up to five seconds. */
const AT_ONCE_MS = 3_000;

test('a reader at another process has what was written here at once, in the sequence of commits, once each', async () => {
  const gateway = await service.connect(writer, 'gw1');
  const contact = (state: 'open' | 'closed') =>
    gateway.send([gateway.record({ door: 1, kind: 'contact', state, snapshot: false })]);
  await contact('open');
  const now = await service.call(reader, 'GET', '/changes?after=now');
  const waiting = service.call(reader, 'GET', `/changes?after=${now.body.next_cursor}&wait=30`);
  const began = performance.now();
  await contact('closed');
  const first = await waiting;
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  expect(first.body.data.map(({ type }: { type: string }) => type)).toEqual(['door.closed']);

  for (const state of ['open', 'closed', 'open'] as const) await contact(state);
  const rest = await eventually(async () => {
    const page = await service.call(reader, 'GET', `/changes?after=${first.body.next_cursor}`);
    return page.body.data.length >= 3 && page;
  });
  const types = rest.body.data.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type !== 'door.forced')).toEqual([
    'door.opened',
    'door.closed',
    'door.opened',
  ]);
  // Both processes answer the same, under the same ids.
  const here = await service.call(writer, 'GET', `/changes?after=${first.body.next_cursor}`);
  expect(here.body.data.map(({ id }: { id: string }) => id)).toEqual(
    rest.body.data.map(({ id }: { id: string }) => id),
  );
  // A cursor that one gave goes on at the other.
  const end = await service.call(writer, 'GET', `/changes?after=${rest.body.next_cursor}`);
  expect([end.status, end.body.data]).toEqual([200, []]);
});
