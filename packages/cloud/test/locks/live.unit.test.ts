import type { ServerResponse } from 'node:http';
import { TestClock } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import type { Context } from '../../src/context.js';
import { createLive } from '../../src/locks/pages/live.js';
import { Nudge } from '../../src/nudge.js';

test('pages that are gone before their stream opens take no place', async () => {
  const live = createLive({
    clock: new TestClock(),
    nudge: new Nudge(),
    ids: { uuid: () => '00000000-0000-4000-8000-000000000001' },
  } as unknown as Context);
  const user = { sessionId: 's', accountId: 1, homeLocationId: 1, locationId: 1, user: { id: 'u' } } as never;
  const written: string[] = [];
  const page = (destroyed: boolean) =>
    ({
      destroyed,
      writableLength: 0,
      writeHead: () => {},
      on: () => {},
      write: (text: string) => written.push(text),
      end: () => {},
    }) as unknown as ServerResponse;
  for (let reload = 0; reload < 100; reload++) live.open(user, page(true));
  expect(written).toEqual([]);
  live.open(user, page(false));
  expect(written[0]).toBe('retry: 2000\n\n');
  await live.stop();
});
