import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  ask,
  audit,
  LOOKS,
  OWNER,
  picture,
  settled,
  signedIn,
  signIn,
  stage,
  violations,
  watchedPage,
} from './browser.js';

const { service, browser } = await stage();
const NASTY = `"><img src=x onerror=alert(1)> Ñandú \u202Eevil 🚪 ${'long'.repeat(12)}`;
/** What the tests below have made, for the pages that show one of something. */
const made = { person: '', webhook: '' };

beforeAll(async () => {
  const { page, close } = await signedIn(browser, service, OWNER);
  const person = await ask(page, 'POST', '/people', { name: NASTY, email: 'nasty@demo.example' });
  made.person = person.id;
  const key = { person_id: person.id, name: NASTY, security_groups: ['STAFF'], channel: 'email' };
  const first = await ask(page, 'POST', '/keys', key);
  await ask(page, 'DELETE', `/invitations/${first.invitation.id}`);
  await ask(page, 'POST', `/keys/${first.id}/hand-over`, {});
  await ask(page, 'POST', `/keys/${first.id}/return`, {});
  await ask(page, 'POST', '/keys', key);
  await ask(page, 'POST', `/locks/${service.site.locks.main}/unlock`, {});
  await service.bench('gw-hq', 'doors/2/force');
  await close();
});

describe('webhooks', () => {
  test('are narrowed to doors, signed for Standard Webhooks, and given a heartbeat, when made and later', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/webhooks/inbox' });
    await page.getByRole('button', { name: 'New webhook to here' }).click();
    await page.getByLabel('Description').fill('Narrow');
    await page.getByLabel('Only some doors or locations').check();
    await page.getByLabel('Main entrance', { exact: true }).check();
    await page.getByLabel('Signature').selectOption('standard');
    await page.getByLabel('Heartbeat').selectOption('15');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: 'Send it a ping' }).click();
    await page.getByRole('heading', { name: 'Narrow' }).waitFor();
    await page.getByText('Main entrance', { exact: true }).waitFor();
    await page.getByText('Standard Webhooks too').waitFor();
    await page.getByText('every 15 min').waitFor();
    await page.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Main entrance', { exact: true }).isChecked()).toBe(true);
    await dialog.getByLabel('Only some doors or locations').uncheck();
    await dialog.getByLabel('Heartbeat').selectOption('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('every 15 min').waitFor({ state: 'detached' });
    expect(await page.getByText('Main entrance', { exact: true }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  test('are tried with the test receiver, which explains each check of the signature', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/webhooks' });
    await page.getByRole('link', { name: 'Test receiver' }).click();
    await page.getByRole('button', { name: 'New webhook to here' }).click();
    await page.getByLabel('Description').fill(NASTY);
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = page.getByRole('dialog').getByRole('status', { name: /The webhook is created/ });
    expect(await secret.textContent()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('The webhook is created.').waitFor();
    await page.getByRole('link', { name: 'Send it a ping' }).click();
    await page.getByRole('heading', { name: NASTY }).waitFor();
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
    made.webhook = page.url().split('/').at(-1) ?? '';
    await page.getByRole('button', { name: 'Send a ping' }).click();
    await page.getByText('The ping was answered with 204.').waitFor();
    await page.getByText('Body', { exact: true }).first().click();
    await page.getByText('"type": "ping"').waitFor();

    await page.route('**/ping', (route) =>
      route.fulfill({ json: { status: 'failed', last_error: 'no answer' } }),
    );
    await page.getByRole('button', { name: 'Send a ping' }).click();
    await page.getByText('The ping failed: no answer.').waitFor();
    await page.getByRole('button', { name: 'Deliver again' }).first().click();
    await page.getByText('It is on its way again').waitFor();
    expect(await page.getByText('The ping failed').count()).toBe(0);
    await page.unroute('**/ping');

    await page.getByRole('button', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const rotated = page.getByRole('dialog').getByRole('status', { name: /The new secret/ });
    expect(await rotated.textContent()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'While it is paused' }).waitFor();
    await service.bench('gw-hq', 'doors/2/close');
    await service.bench('gw-hq', 'doors/3/force');
    await page.waitForTimeout(1_000);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: 'While it was paused' }).waitFor();
    await page.getByText('1 Forced open').waitFor();
    await page.getByText(/curl .*door_events\?since=/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'See them' }).click();
    await page
      .getByRole('row', { name: /Forced open/ })
      .first()
      .waitFor();

    await page.goto('/webhooks/inbox');
    await page.getByText('Genuine').first().waitFor();
    await page
      .getByText(/it is the same: the delivery is genuine/)
      .first()
      .waitFor();
    await page.getByText('Headers and body').first().click();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'webhook-inbox');
    expect(faults).toEqual([]);
    await close();
  });
});

describe('the audit log', () => {
  test('says in words what was done, and shows the entry itself on request', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/audit' });
    const issued = page.getByRole('row', { name: /Key given, invitation sent/ }).first();
    await issued.getByText('STAFF', { exact: true }).waitFor();
    await page
      .getByRole('row', { name: /Unlock requested/ })
      .getByRole('link', { name: 'Main entrance' })
      .waitFor();
    await page
      .getByRole('row', { name: /Person created/ })
      .getByRole('link', { name: NASTY })
      .waitFor();
    expect(await page.getByText('"person_id"').first().isVisible()).toBe(false);
    await issued.getByText('As it is written').click();
    await issued.getByText('"person_id"').waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'audit-in-words');
    expect(faults).toEqual([]);
    await close();
  });

  test('is filtered, and folds what one act has written', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/audit' });
    const run = page
      .getByRole('row', { name: /site file/i })
      .filter({ hasText: 'times' })
      .first();
    await run.getByRole('button', { name: /^Show the \d+ entries/ }).click();
    await run.getByRole('listitem').nth(3).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'audit-folded');
    await page.getByLabel('What', { exact: true }).selectOption('lock.unlock');
    await page.waitForURL(/action=lock\.unlock/);
    await page.getByLabel('To what').fill('no such door');
    await page.getByText('No entry matches.').waitFor();
    expect(await page.getByRole('link', { name: 'Export as CSV' }).getAttribute('href')).toContain(
      'action=lock.unlock&subject=no+such+door',
    );
    expect(faults).toEqual([]);
    await close();
  });

  test('is checked whole, with its progress', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/audit' });
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText(/^All \d+ entries are as they were written/).waitFor();
    await page.getByText('Keep where it ends').click();
    expect(await violations(page)).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});

describe('events', () => {
  test('are filtered by person, door and time, in an address that can be sent to a colleague', async () => {
    const { page, faults, close } = await signedIn(browser, service, OWNER, { at: '/events' });
    await page.getByRole('img', { name: /^Forced or left open: [1-9]/ }).waitFor();
    await page.getByText('As a table').click();
    await page.getByRole('region', { name: 'How much happened' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await picture(page, 'events-table');
    await page.getByLabel('What').selectOption('door.forced,door.left_open');
    await page.waitForURL(/types=door.forced/);
    await page
      .getByRole('row', { name: /Forced open/ })
      .first()
      .waitFor();
    await page.reload();
    const forced = page.getByRole('row', { name: /Forced open/ }).first();
    await forced.waitFor();
    const time = forced.locator('time');
    // Ten seconds decide what an opening is.
    expect(await time.innerText()).toMatch(/\d\d:\d\d:\d\d/);
    expect(await time.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    await page.getByRole('combobox', { name: 'Person' }).fill(NASTY.slice(0, 6));
    await page.getByRole('listbox', { name: 'Person' }).getByRole('option').first().click();
    await page.waitForURL(/person=/);
    await page.getByText('No events match.').waitFor();
    expect(faults).toEqual([]);
    await close();
  });
});

describe.each(LOOKS)('in %s at %d pixels', (colorScheme, width, height) => {
  test('each page of managers passes axe, fits the width, and takes any name as text', async () => {
    const { page, faults, close } = await watchedPage(browser, service, {
      colorScheme,
      viewport: { width, height },
    });
    const found: string[] = [];
    await signIn(page, service, OWNER);
    const pages = [
      ['person', `/people/${made.person}`],
      ['people-import', '/people/import'],
      ['events-filtered', `/events?lock=${service.site.locks.side}`],
      ['webhook', `/webhooks/${made.webhook}`],
      ['webhook-inbox', '/webhooks/inbox'],
      ['locking-system', '/locking-system'],
    ] as const;
    for (const [name, path] of pages) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      found.push(...(await audit(page, `${name}-${colorScheme}-${width}`)));
      if ((await page.locator('main img').count()) > 0) found.push(`${name} made markup of a name`);
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
