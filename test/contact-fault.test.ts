import { afterAll, describe, expect, test } from '@jest/globals';
import { createWorld } from './world.js';

/* A contact that is wired but cannot be read: the state of the door is unknown, and nothing is switched off. */

const world = await createWorld();
afterAll(() => world.close());
const gateway = await world.connect();
const FAULT = 'no board at /dev/ttyUSB0';

const lock = async () => {
  const { body } = await world.call('GET', `/locks/${world.ids.main}`);
  return { door_state: body.door_state, ...body.features };
};
const KNOWN = { remote_unlock: true, door_contact: true, exit_button: true, hold_relay: true };
const all = (door_state: string) => ({ ...KNOWN, forced_open_detection: true, door_state });
const alarms = async () =>
  (await world.call('GET', '/door_events?type=door.forced,door.opened')).body.data.map(
    ({ type }: { type: string }) => type,
  );
const contact = (state: 'open' | 'closed', snapshot = false) =>
  gateway.record({ kind: 'contact', state, snapshot });
const fault = (ok: boolean, more: object = {}) =>
  gateway.record({ kind: 'fault', input: 'contact', ok, error: ok ? null : FAULT, ...more });

describe('a contact that is wired', () => {
  test('and cannot be read at the birth is unknown, and detection stays on', async () => {
    await gateway.birth([{ door: 1, contact: 'closed' }]);
    expect(await lock()).toEqual(all('closed'));
    await gateway.birth([{ door: 1, contact: null, contact_fault: FAULT }]);
    expect(await lock()).toEqual(all('unknown'));
  });

  test('is unknown while its fault lasts, and shows the next reading after it', async () => {
    await gateway.birth([{ door: 1, contact: 'closed' }]);
    await world.clock.advance(1_000);
    await gateway.send([contact('closed', true), fault(false)]);
    expect(await lock()).toEqual(all('unknown'));
    await gateway.send([fault(true), contact('closed', true)]);
    expect(await lock()).toEqual(all('closed'));
    expect(await alarms()).toEqual([]);
    await world.clock.advance(1_000);
    await gateway.send([contact('open')]);
    expect(await alarms()).toEqual(['door.forced', 'door.opened']);
  });

  test('causes no close and no left-open event without a reading', async () => {
    await gateway.send([contact('closed'), contact('open'), fault(false)]);
    await world.clock.advance(3_600_000);
    await world.due.runDue();
    expect((await world.call('GET', '/events?type=door.left_open')).body.data).toEqual([]);
  });

  test('does not count as wired without a report', async () => {
    await gateway.birth([{ door: 1, contact: null }]);
    expect(await lock()).toMatchObject({ door_contact: false, forced_open_detection: false });
  });
});

test('an unknown terminal and malformed text do not invalidate the rest of a message', async () => {
  await gateway.birth([{ door: 1 }]);
  await gateway.send([
    fault(false, { input: 'tamper', error: { code: 7 } }),
    fault(false, { input: undefined, relay: 'strike', error: 'x'.repeat(10_000) }),
    gateway.record({ kind: 'exit_button', pressed: true }),
  ]);
  expect((await world.call('GET', '/door_events?type=door.exit_button')).body.data).toHaveLength(1);
  expect((await world.context.pool.query('select from quarantine')).rowCount).toBe(0);
});

test('the health that a gateway reports is kept with its heartbeat, without malformed fields', async () => {
  const health = {
    disk_free_mb: 812,
    undervoltage: 'a little',
    boards: [{ id: 'usb-1', ok: false, error: FAULT }],
  };
  const vitals = { uptime_s: 1, journal_depth: 0, rss_mb: 60, temp_c: null };
  const heartbeat = { v: 1, session: gateway.session, ...vitals, health };
  await gateway.publish(`gateways/${gateway.id}/up/heartbeat`, JSON.stringify(heartbeat));
  const { rows } = await world.context.pool.query("select heartbeat->'health' as health from gateway");
  expect(rows[0].health).toEqual({ disk_free_mb: 812, boards: health.boards });
});
