import { toTimestamp } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { clock, online, plug, recordsOf, relayTold, unplug, until } from './stage.js';
import { aDoor, type Site } from './world.js';

const contacts = (site: Site) => recordsOf(site).filter((record) => record.kind === 'contact');

test('the level at the start and at a reconnect is a snapshot and no edge', async () => {
  const site = await online();
  await until(() => contacts(site).length >= 2);
  expect(
    contacts(site).map((record) => record.kind === 'contact' && [record.state, record.snapshot]),
  ).toEqual([
    ['closed', true],
    ['closed', true],
  ]);
});

test('a bouncing contact is one edge, stamped with its first transition', async () => {
  const site = await online({ random: () => 0.9 });
  await clock.advance(1000);
  const forcedAt = clock.now();
  site.hardware.force(1);
  await clock.advance(200);
  await until(() => contacts(site).some((record) => record.kind === 'contact' && !record.snapshot));
  expect(contacts(site).filter((record) => record.kind === 'contact' && !record.snapshot)).toMatchObject([
    { state: 'open', mono_ms: 1000, clock: 'synced', at: toTimestamp(forcedAt) },
  ]);
});

test('an exit press is told once, however long it is held', async () => {
  const site = await online();
  site.hardware.pressExit(1);
  await clock.advance(60_000);
  site.hardware.releaseExit(1);
  await clock.advance(60_000);
  const presses = () => recordsOf(site).filter(({ kind }) => kind === 'exit_button');
  await until(() => presses().length > 0 && site.agent.journalDepth === 0);
  expect(presses()).toMatchObject([{ pressed: true }]);
});

test('a press before an opening is told before it, though its own debounce may take longer', async () => {
  const site = await online({
    doors: [aDoor({ contact: { debounceMs: 10, normally: 'closed' }, exitButton: { debounceMs: 100 } })],
  });
  site.hardware.pressExit(1);
  await clock.advance(5);
  site.hardware.pullOpen(1);
  await clock.advance(200);
  const edges = () =>
    recordsOf(site).filter(
      (record) => record.kind === 'exit_button' || (record.kind === 'contact' && !record.snapshot),
    );
  await until(() => edges().length === 2);
  expect(edges().map(({ kind, mono_ms }) => [kind, mono_ms])).toEqual([
    ['exit_button', 0],
    ['contact', 5],
  ]);
});

test('where the exit releases, a press pulses the strike at once, without the cloud', async () => {
  const site = await online({ doors: [aDoor({ exitReleases: true, strikeMs: 2000 })] });
  await unplug(site);
  site.hardware.pressExit(1);
  await clock.advance(100);
  expect(site.hardware.view(1).strikeOn).toBe(true);
  await plug(site);
  await relayTold(site, { relay: 'strike', on: true, cause: 'exit_button', command_id: null });
});

test('edges that were missed while the board was away are healed by a snapshot', async () => {
  const site = await online();
  site.hardware.breakBoard();
  site.hardware.force(1);
  await clock.advance(100);
  site.hardware.mendBoard();
  await until(() => contacts(site).some((record) => record.kind === 'contact' && record.state === 'open'));
  expect(contacts(site).at(-1)).toMatchObject({ state: 'open', snapshot: true });
});

test('what happens while the link is down comes later, with the times at which it happened', async () => {
  const site = await online();
  await unplug(site);
  await clock.advance(10_000);
  site.hardware.force(1);
  await clock.advance(3_600_000);
  await plug(site);
  const edges = () => contacts(site).filter((record) => record.kind === 'contact' && !record.snapshot);
  await until(() => edges().length > 0);
  expect(edges()).toMatchObject([{ mono_ms: 10_000, clock: 'synced' }]);
});

test('a step of the machine’s own clock changes no time that is told', async () => {
  const site = await online();
  const truth = clock.now();
  clock.stepWall(-1e10);
  site.hardware.force(1);
  await clock.advance(100);
  await until(() => contacts(site).some((record) => record.kind === 'contact' && !record.snapshot));
  expect(contacts(site).at(-1)?.at).toBe(toTimestamp(truth));
});
