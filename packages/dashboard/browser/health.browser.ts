import { expect, test } from '@jest/globals';
import { auditLooks, settled, signedIn, stageSite } from './browser.js';
import { gatewayOf } from './gateway.js';

/* A gateway with faults, and a door whose contact cannot be read. */

const OWNER = 'owner@plant.example';
const NASTY = '<img src=x onerror="document.title=1">';
const FAULT = `no board at /dev/ttyUSB0 ${NASTY}`;
const SHOWN_WITHIN_MS = 15_000;

const lock = (ref: string, name: string, door: number) => ({
  ...{ ref, name, door, place: 'Ground floor', location: 'plant', type: 'remote', gateway: 'gw' },
});
const { service, browser } = await stageSite({
  account: { name: 'Plant' },
  locations: [{ ref: 'plant', name: 'Plant', timezone: 'Europe/Helsinki' }],
  gateways: [{ ref: 'gw', name: 'Cabinet A', location: 'plant' }],
  locks: [lock('gate', 'Gate', 1), lock('store', 'Store', 2)],
  users: [{ email: OWNER, name: 'Olga', role: 'owner', location: 'plant' }],
});
const gateway = await gatewayOf(service, 'gw');

const HEALTH = {
  disk_free_mb: 12,
  disk_refuses: true,
  undervoltage: true,
  cpu_temp_c: 84.2,
  ntp_synced: false,
  guard_alive: true,
  boards: [
    { id: 'usb-relay-1', ok: false, error: FAULT },
    { id: 'usb-relay-2', ok: true, error: null },
  ],
  cert_expires_at: new Date(Date.now() + 3 * 86_400_000).toISOString(),
};

test('a board that does not answer shows on the door, its tile and its gateway, and so does its return', async () => {
  await gateway.birth([{ door: 1 }, { door: 2 }]);
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  await page.getByRole('link', { name: /^Gate.*Closed/ }).waitFor();
  await settled(page);

  const vitals = { uptime_s: 7_300, journal_depth: 0, rss_mb: 61, temp_c: 84.2 };
  const heartbeat = JSON.stringify({ v: 1, session: gateway.session, ...vitals, health: HEALTH });
  await gateway.publish(`gateways/${gateway.id}/up/heartbeat`, heartbeat);
  const fault = (ok: boolean, more: object) =>
    gateway.record({ kind: 'fault', ok, error: ok ? null : FAULT, ...more });
  await gateway.send([fault(false, { input: 'contact' }), fault(false, { relay: 'strike' })]);
  await page
    .getByRole('link', { name: /^Gate.*Not known its contact cannot be read \(no board/ })
    .waitFor({ timeout: SHOWN_WITHIN_MS });

  const found: string[] = [];
  const see = async (address: string, heading: string, name: string) => {
    await page.goto(address);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    found.push(...(await auditLooks(page, `health-${name}`)));
  };
  await see('/', 'Doors', 'doors');
  await see(`/doors/${service.site.locks.gate}`, 'Gate', 'door');
  await page.getByText(/^Whether it is open is not known: its contact cannot be read \(no board/).waitFor();
  await see('/gateways', 'Gateways', 'gateways');
  await page.getByText('1 board not answering, 1 door with a fault, disk, low voltage').waitFor();
  await see(`/gateways/${gateway.id}`, 'Cabinet A', 'gateway');
  expect(found).toEqual([]);
  await page.getByText('Refuses writes, 12 MB free').waitFor();
  await page.getByText(/^The strike cannot be driven: the door cannot be unlocked \(no board/).waitFor();
  expect(await page.locator('main img').count()).toBe(0);

  await gateway.send([
    fault(true, { input: 'contact' }),
    gateway.record({ kind: 'contact', state: 'closed', snapshot: true }),
    fault(true, { relay: 'strike' }),
  ]);
  await page
    .getByText(/^The strike cannot be driven/)
    .waitFor({ state: 'detached', timeout: SHOWN_WITHIN_MS });
  await page.goto('/');
  await page.getByRole('link', { name: /^Gate.*Closed/ }).waitFor();
  expect(faults).toEqual([]);
  await close();
}, 180_000);
