import { beforeEach, describe, expect, test } from '@jest/globals';
import { webhookEndpoints } from '../../src/webhooks/endpoints.js';
import { type Answer, httpWorld } from '../http/world.js';

/* Over HTTP: one answer names all that is wrong with a body, whichever check finds it. */

const world = await httpWorld(webhookEndpoints);
beforeEach(() => world.clock.advance(60_000));

const details = ({ json }: Answer) =>
  json.error.details.map(({ field, code }: { field: string; code: string }) => [field, code]);
const post = (body: object) => world.call('POST', '/webhooks', { body });
const PUBLIC = 'https://93.184.216.34/hook';

describe('every fault is reported at once', () => {
  test.each(['http://93.184.216.34/', 'https://127.0.0.1/', 'https://10.0.0.7/', 'https://nas.local/'])(
    'of a new subscription to %s',
    async (url) => {
      const answer = await post({ url, events: ['door.ajar'], description: 5, secret: 'mine' });
      expect([answer.status, details(answer)]).toEqual([
        422,
        [
          ['events[0]', 'invalid'],
          ['description', 'invalid'],
          ['secret', 'unknown_field'],
          ['url', 'invalid'],
        ],
      ]);
    },
  );

  test('names a combination of * and event names, new or changed', async () => {
    const both = { events: ['*', 'door.forced'] };
    const message = 'must be ["*"] or names of events, not both';
    const fault = [{ field: 'events', code: 'invalid', message }];
    const made = await post({ url: PUBLIC, ...both });
    expect([made.status, made.json.error.details]).toEqual([422, fault]);
    const kept = await post({ url: PUBLIC, events: ['*', '*'] });
    expect([kept.status, kept.json.events]).toEqual([201, ['*']]);
    const changed = await world.call('PATCH', `/webhooks/${kept.json.id}`, { body: both });
    expect([changed.status, changed.json.error.details]).toEqual([422, fault]);
    await world.call('DELETE', `/webhooks/${kept.json.id}`);
  });

  test('of a change, and the room that there is not', async () => {
    const made = await post({ url: PUBLIC, events: ['*'] });
    expect(made.status).toBe(201);
    const patch = (body: object, id = made.json.id) => world.call('PATCH', `/webhooks/${id}`, { body });
    expect(details(await patch({ url: 'https://localhost/', events: [] }))).toEqual([
      ['events', 'invalid'],
      ['url', 'invalid'],
    ]);
    expect((await patch({ status: 'paused' })).status).toBe(200);
    for (let count = 0; count < 5; count++) await post({ url: PUBLIC, events: ['*'] });
    expect(details(await patch({ url: 'https://localhost/', status: 'active' }))).toEqual([
      ['url', 'invalid'],
      ['status', 'limit_reached'],
    ]);
    expect(details(await post({ url: 'https://localhost/', events: [] }))).toEqual([
      ['events', 'invalid'],
      ['url', 'invalid'],
      ['status', 'limit_reached'],
    ]);
    // The body is looked at before the row is.
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(details(await patch({ url: 'https://localhost/', events: [] }, unknown))).toEqual([
      ['events', 'invalid'],
    ]);
    expect((await patch({ status: 'paused' }, unknown)).status).toBe(404);
  });
});
