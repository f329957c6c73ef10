import { expect, test } from '@jest/globals';
import { endpoints } from '../../src/endpoints.js';
import { httpWorld } from './world.js';

/* Errors name the accepted values. */

const world = await httpWorld(endpoints);
const MODES = 'must be one of stay_open, auto, closed';
const DOOR_EVENTS =
  'door.opened, door.forced, door.exit_button, lock.hold_open.started, lock.hold_open.ended, lock.hold_open.failed, lock.maintenance.started, lock.maintenance.ended, lock.online, lock.offline';
const malformed = (name: string, what: string) => `The query parameter "${name}" is malformed: ${what}.`;

test.each([
  ['/locks?limit=5000', malformed('limit', 'must be at most 100')],
  [`/people?limit=${'9'.repeat(400)}`, malformed('limit', 'must be at most 100')],
  ['/events?limit=0', malformed('limit', 'must be at least 1')],
  ['/events?limit=', malformed('limit', 'must be a whole number from 1 to 100')],
  ['/events?limit=-1', malformed('limit', 'must be a whole number from 1 to 100')],
  ['/door_events?type=', malformed('type', `must be one or more of ${DOOR_EVENTS}, separated by commas`)],
  [
    '/door_events?type=door.forced,door.ajar',
    malformed('type', `must be one or more of ${DOOR_EVENTS}, separated by commas`),
  ],
  [
    '/events?type=granted',
    malformed(
      'type',
      'must be one or more of access.granted, access.denied, door.closed, door.left_open, separated by commas',
    ),
  ],
])('%s', async (path, message) => {
  const { status, json } = await world.call('GET', path);
  expect([status, json.error.code, json.error.message]).toEqual([400, 'invalid_request', message]);
});

test('an event name that the list never returns is accepted and matches nothing', async () => {
  const { status, json } = await world.call('GET', '/door_events?type=access.granted');
  expect([status, json.data]).toEqual([200, []]);
});

test.each(['open', 'STAY_OPEN', '', 7, null])('the door mode %j', async (mode) => {
  const { status, json } = await world.call('POST', '/locks/1/door-mode', { body: { mode } });
  expect([status, json.error.details]).toEqual([422, [{ field: 'mode', code: 'invalid', message: MODES }]]);
});

test.each([
  ['GET', '/people', 'people:read or people:write'],
  ['POST', '/people', 'people:write'],
  ['GET', '/webhooks', 'webhooks:manage'],
  ['GET', '/door_events', 'events:read'],
])('%s %s without its scope', async (method, path, scopes) => {
  const { token } = await world.key(['catalog:read']);
  const { status, json } = await world.call(method, path, { token });
  expect([status, json.error]).toEqual([
    403,
    {
      code: 'insufficient_scope',
      message: `The API key lacks the scope that this endpoint needs: ${scopes}. Scopes are chosen in the dashboard when a key is created.`,
    },
  ]);
});
