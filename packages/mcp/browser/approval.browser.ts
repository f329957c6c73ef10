import { afterAll, expect, test } from '@jest/globals';
import { launch } from '../../dashboard/browser/browser.js';
import { startApprovalPage } from '../src/approval-page.js';
import { type Action, Approvals } from '../src/approvals.js';

/* The page of approval as a person sees it. */

const browser = await launch();
const ran: Action[] = [];
let token = '';
let random = 0;
const approvals = new Approvals({
  now: () => 0,
  bytes: (count) => Buffer.alloc(count, ++random),
  run: async (action) => {
    ran.push(action);
    return { state: 'confirmed', text: 'its gateway has confirmed that the lock released' };
  },
  show: (_, given) => {
    token = given;
  },
});
const server = await startApprovalPage(() => approvals, 0);
afterAll(() => server.close());
const action: Action = {
  kind: 'unlock',
  lock: { id: 7, name: '<b>Main</b> & "door"', place: 'Ground floor', location: 'HQ' },
  reason: 'A courier waits',
  until: null,
};

test.each([
  ['Approve', 'Done', 1],
  ['Decline', 'Declined', 0],
] as const)('%s: %s, once', async (button, heading, times) => {
  approvals.preview(action);
  ran.length = 0;
  const page = await browser.newPage();
  await page.goto(server.linkOf(token));
  expect(await page.getByText('<b>Main</b> & "door" (lock 7)').isVisible()).toBe(true);
  expect(ran).toEqual([]);
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('heading', { name: heading }).waitFor();
  expect(ran).toEqual(times === 1 ? [action] : []);
  await page.goto(server.linkOf(token));
  await page.getByRole('heading', { name: 'This link is over' }).waitFor();
  await page.close();
});

test('an emergency is shown with its location, its doors and what it does', async () => {
  const drill: Action = {
    kind: 'evacuation',
    ends: null,
    drill: true,
    location: { id: 1, name: 'Head office' },
    doors: Array.from({ length: 22 }, (_, index) => ({ id: index + 1, name: `Door ${index + 1}` })),
    reason: 'The drill of spring',
  };
  approvals.preview(drill);
  ran.length = 0;
  const page = await browser.newPage();
  await page.goto(server.linkOf(token));
  await page.getByText('Drill, which moves no door.').waitFor();
  await page.getByText('Head office (location 1)').waitFor();
  await page.getByText('Doors: 22').waitFor();
  await page.getByText(/Door 20, and 2 more$/).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  expect(ran).toEqual([drill]);
  await page.close();
});

test('a form of another page approves nothing', async () => {
  approvals.preview(action);
  ran.length = 0;
  const page = await browser.newPage();
  await page.setContent(
    `<form method="post" action="${server.linkOf(token)}"><button name="decision" value="approve">Win</button></form>`,
  );
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Not from there' }).waitFor();
  expect(ran).toEqual([]);
  await page.close();
});
