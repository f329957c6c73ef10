import { toTimestamp } from '@door-access/protocol';
import { expect, test } from '@jest/globals';
import { clock, online, plug, recordsOf, relayReported, unplug, until } from './stage.js';
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

const buttons = (site: Site) => recordsOf(site).filter((record) => record.kind === 'exit_button');

test('an exit press is one press, however long it lasts, and its release is reported at its own time', async () => {
  const site = await online();
  site.hardware.pressExit(1);
  await clock.advance(60_000);
  site.hardware.releaseExit(1);
  await clock.advance(60_000);
  await until(() => buttons(site).length > 1 && site.agent.journalDepth === 0);
  expect(buttons(site)).toMatchObject([
    { pressed: true, release_follows: true, mono_ms: 0 },
    { pressed: false, mono_ms: 60_000 },
  ]);
});

test('a button that bounces as it is let go is one release', async () => {
  const site = await online({ random: () => 0.9 });
  site.hardware.pressExit(1);
  await clock.advance(5_000);
  site.hardware.releaseExit(1);
  await clock.advance(5_000);
  await until(() => buttons(site).length > 1 && site.agent.journalDepth === 0);
  expect(buttons(site).map((record) => record.kind === 'exit_button' && record.pressed)).toEqual([
    true,
    false,
  ]);
});

test('a release while the board was away is reported once it is read', async () => {
  const site = await online();
  site.hardware.pressExit(1);
  await clock.advance(1_000);
  site.hardware.breakBoard();
  site.hardware.releaseExit(1);
  await clock.advance(20_000);
  site.hardware.mendBoard();
  await until(() => buttons(site).length > 1);
  expect(buttons(site).at(-1)).toMatchObject({ pressed: false, mono_ms: 21_000 });
});

test('a press before an opening is reported before it, though its own debounce may take longer', async () => {
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
  await relayReported(site, { relay: 'strike', on: true, cause: 'exit_button', command_id: null });
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

test('a step of the machine’s own clock changes no reported time', async () => {
  const site = await online();
  const truth = clock.now();
  clock.stepWall(-1e10);
  site.hardware.force(1);
  await clock.advance(100);
  await until(() => contacts(site).some((record) => record.kind === 'contact' && !record.snapshot));
  expect(contacts(site).at(-1)?.at).toBe(toTimestamp(truth));
});
