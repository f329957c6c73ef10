import { afterAll, expect, test } from '@jest/globals';
import { startPushReceiver } from '../../../test/push-receiver.js';
import { audit, auditLooks, OWNER, signedIn, stage } from './browser.js';

/* Alarms, by the keyboard alone: rules, channels and duty are set, a door is forced, and the alarm is acknowledged. */

const { service, browser } = await stage({ WEBHOOK_ALLOW_PRIVATE: 'on' });
const receiver = await startPushReceiver();
afterAll(() => receiver.stop());

test('a manager sets who is notified, sees a forced door, and acknowledges it with a note', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  const look = async (name: string) => {
    found.push(...(await auditLooks(page, `alarms-${name}`)));
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  await page.goto('/alarms');
  await page.getByText('No alarms waiting here.').waitFor();
  await page.getByRole('link', { name: 'Rules and duty' }).press('Enter');
  await page.getByText('There are no rules here yet', { exact: false }).waitFor();

  await page.getByRole('button', { name: 'New channel' }).press('Enter');
  await page.getByLabel('Name').fill('Front desk');
  await page.getByLabel('E-mail address').fill('desk@demo.example');
  await look('channel');
  await page.getByLabel('E-mail address').press('Enter');
  await page.getByRole('cell', { name: 'desk@demo.example' }).waitFor();

  await page.getByRole('button', { name: 'New turn' }).press('Enter');
  await look('turn');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.getByText('every day, 08:00 to 20:00').waitFor();

  await page.getByRole('button', { name: 'New override' }).press('Enter');
  await page.getByLabel('from').fill('2031-03-03T08:00');
  await page.getByLabel('to', { exact: true }).fill('2031-03-04T08:00');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  // By the clock of the location, and not of the browser.
  await page.getByText('instead: Mar 3, 2031, 08:00 to Mar 4, 2031, 08:00').waitFor();

  await page.getByRole('button', { name: 'New rule' }).press('Enter');
  await page.getByLabel('Name').fill('Night watch');
  await page.getByLabel('After so many minutes').fill('0');
  await page.getByRole('button', { name: 'Add an escalation' }).press('Enter');
  await page.getByRole('group', { name: 'Notify, escalation 1' }).getByLabel('Front desk').press('Space');
  await page.getByLabel('Find doors').fill('e');
  await page.getByRole('button', { name: 'Add quiet hours' }).press('Enter');
  for (const day of ['Saturday', 'Sunday'])
    await page.getByRole('group', { name: 'Quiet hours, part 1' }).getByLabel(day).press('Space');
  await look('rule');
  // At night they would hold back what follows.
  await page.getByRole('button', { name: 'Remove part 1' }).press('Enter');
  await page.getByRole('button', { name: 'Create' }).press('Enter');
  await page.getByText('after 10 min: Front desk').waitFor();
  await look('rules');

  await page.getByRole('button', { name: 'Mute Night watch' }).press('Enter');
  await page.getByRole('button', { name: 'Mute', exact: true }).press('Enter');
  await page.getByText('Muted until', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Unmute Night watch' }).press('Enter');
  await page.getByRole('button', { name: 'Mute Night watch' }).waitFor();

  await service.bench('gw-hq', 'doors/2/force');
  await page.goto('/alarms');
  await page.getByRole('link', { name: /^Forced open: / }).waitFor();
  await look('list');
  await page.getByRole('link', { name: /^Forced open: / }).press('Enter');
  // The rule notifies at once: who is on duty, or the owners.
  await page.getByText('Night watch').waitFor();
  await page.getByLabel('What was found').fill('A gust of wind. The closer is adjusted.');
  await look('alarm');
  await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
  await page.getByText('A gust of wind. The closer is adjusted.').waitFor();
  await look('acknowledged');
  await page.goto('/alarms');
  await page.getByText('No alarms waiting here.').waitFor();
  await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
  // The door still stands open.
  await page.getByText('Seen, still on', { exact: true }).first().waitFor();
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
}, 120_000);

test('a person sees which doors are noisy, and tries another window', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  await page.goto('/alarms/noise');
  await page.getByText('What other settings would have done').waitFor();
  await page.getByLabel('A press or unlock explains an opening for, seconds').fill('20');
  await page.getByText(/^With 20 s, \d+ of \d+ forced openings/).waitFor();
  found.push(...(await auditLooks(page, 'alarms-noise')));
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a person chooses the weekly report, sees what it says, and sends it to themselves', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER);
  const found: string[] = [];
  await service.bench('gw-hq', 'doors/2/force');
  await page.goto('/alarms?show=all');
  await page
    .getByRole('link', { name: /^Forced open: / })
    .first()
    .waitFor();
  await page.getByRole('link', { name: 'Weekly report' }).press('Enter');
  await page.getByLabel(/^Send it to me every week/).press('Space');
  await page.getByLabel('Day').selectOption('Friday');
  await page.getByLabel('Hour').selectOption('16:00');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByText('Saved.', { exact: true }).waitFor();
  const mail = page.frameLocator('iframe');
  await mail.getByRole('heading', { name: 'Doors that need attention' }).waitFor();
  // The picture is shown, and is as wide as the columns of its numbers.
  const plots = mail.locator('img');
  expect(await plots.evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth))).toEqual([
    1120, 1120,
  ]);
  await page.getByRole('button', { name: 'Send it to me now' }).press('Enter');
  await page.getByText(/^It is on its way to /).waitFor();
  found.push(...(await auditLooks(page, 'alarms-weekly')));
  await page.setViewportSize({ width: 1280, height: 800 });
  // The link in the mail needs no signing in, and says nothing of whose report it ends.
  const link = (await mail.getByRole('link', { name: 'Stop this report' }).getAttribute('href')) ?? '';
  await page.goto(link);
  await page.getByRole('heading', { name: 'Stop the weekly report?' }).waitFor();
  found.push(...(await audit(page, 'weekly-unsubscribe')));
  await page.getByRole('button', { name: 'Stop the report' }).press('Enter');
  await page.getByText('The weekly report is stopped').waitFor();
  await page.goto('/alarms/weekly');
  expect(await page.getByLabel(/^Send it to me every week/).isChecked()).toBe(false);
  expect(found).toEqual([]);
  expect(faults).toEqual([]);
  await close();
});

test('a person switches notifications on in a browser, which shows an alarm and opens it', async () => {
  const { page, faults, close } = await signedIn(browser, service, OWNER, { permissions: ['notifications'] });
  // The push service of the browser's maker is not reachable: one of ours stands in its place.
  await page.addInitScript((target) => {
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer;
    let made: object | null = null;
    PushManager.prototype.getSubscription = async () => made as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const { endpoint, p256dh, auth } = target;
      const key = bytes(String(options?.applicationServerKey));
      made = {
        options: { applicationServerKey: key },
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: async () => {
          made = null;
          return true;
        },
      };
      return made as PushSubscription;
    };
  }, receiver.browser());
  await page.goto('/account');
  await page.getByRole('button', { name: 'Notify this browser' }).press('Enter');
  const list = page.getByRole('region', { name: 'Notifications in browsers' });
  await list.getByText('this one').waitFor();
  await list.getByRole('button', { name: /^Send a test/ }).press('Enter');
  await page.getByText('Sent. The push service answered 201.').waitFor();
  const found: string[] = [];
  found.push(...(await auditLooks(page, 'account-browsers')));
  expect(found).toEqual([]);

  // What came is handed to the service worker, as the browser would; a browser without windows shows no notification.
  // A door may have been left open meanwhile, which is an alarm of its own.
  const notice = receiver.pushed.findLast(({ text }) => text.includes('A test of notices'))?.text ?? '';
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no service worker');
  await worker.evaluate(`globalThis.notified = [];
    registration.showNotification = async (title, { data }) => void notified.push({ title, data });`);
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: service.origin,
    registrationId: await registered,
    data: notice,
  });
  let notified: unknown[] = [];
  for (let tries = 0; notified.length === 0 && tries < 50; tries++) {
    await page.waitForTimeout(100);
    notified = await worker.evaluate('notified');
  }
  expect(notified).toEqual([
    { title: expect.stringMatching(/^A test of notices of alarms/), data: { path: '/alarms/rules' } },
  ]);
  // A click, which opens the page that it names.
  await worker.evaluate(`dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), {
    notification: { close() {}, data: notified[0].data },
  }))`);
  await page.waitForURL('**/alarms/rules');
  await page.goto('/account');
  await page.getByRole('button', { name: /^Remove Chrome/ }).press('Enter');
  await page.getByText('No browser is notified.').waitFor();

  // The browser renews its subscription by itself: the service learns of it without its person.
  const { endpoint, p256dh, auth } = receiver.browser();
  await worker.evaluate(`new Promise((resolve, reject) => {
    dispatchEvent(Object.assign(new ExtendableEvent('pushsubscriptionchange'), {
      newSubscription: { toJSON: () => (${JSON.stringify({ endpoint, keys: { p256dh, auth } })}) },
      waitUntil: (renewed) => renewed.then(resolve, reject),
    }));
  })`);
  await page.reload();
  await page.getByRole('button', { name: /^Remove Chrome/ }).waitFor();
  expect(faults).toEqual([]);
  await close();
});
