import { describe, expect, test } from '@jest/globals';
import { BenchHardware } from '../src/drivers/bench.js';
import type { TerminalName } from '../src/drivers/driver.js';
import { clock, cloud, hold, offline, online, recordsOf, relaysOf, unlock, until } from './stage.js';
import { linkState } from './world.js';

/* A door whose strike is on a board of its own; contact, exit button and hold relay are on another. */

function strikeApart() {
  const board = new BenchHardware({
    clock,
    random: () => 0.5,
    doors: [{ door: 1, contact: null, exitButton: false }],
  });
  const others = new BenchHardware({
    clock,
    random: () => 0.5,
    doors: [{ door: 1, contact: { normally: 'closed' }, exitButton: true }],
  });
  return {
    board,
    others,
    driverOf: (_door: unknown, terminal: TerminalName) => (terminal === 'strike' ? board : others),
  };
}

describe('a door on two boards', () => {
  test('has each terminal switched and read on its own board', async () => {
    const { board, others, driverOf } = strikeApart();
    const site = await online({ driverOf });
    await unlock(site);
    await hold(site);
    expect(board.view(1)).toMatchObject({ strikeOn: true, holdOn: false });
    expect(others.view(1)).toMatchObject({ strikeOn: false, holdOn: true });
    others.force(1);
    await clock.advance(200);
    await until(() => recordsOf(site).some((record) => record.kind === 'contact' && record.state === 'open'));
  });

  test('reports its contact while the board of its strike is away', async () => {
    const { board, others, driverOf } = strikeApart();
    board.breakBoard();
    const site = offline({ driverOf });
    await site.agent.start();
    await linkState(site.agent, 'online');
    expect(cloud.of(site.gatewayId).births[0]?.doors[0]).toMatchObject({ contact: 'closed' });
    others.force(1);
    await clock.advance(200);
    await until(() => recordsOf(site).some((record) => record.kind === 'contact' && record.state === 'open'));
    expect((await unlock(site)).result).toMatchObject({
      outcome: 'device_error',
      detail: 'the board does not answer',
    });
  });

  test('keeps its hold when the board of its strike comes later', async () => {
    const { board, others, driverOf } = strikeApart();
    board.breakBoard();
    const site = offline({ driverOf });
    await site.agent.start();
    await linkState(site.agent, 'online');
    await hold(site);
    board.mendBoard();
    await clock.advance(5000);
    expect((await unlock(site)).result).toMatchObject({ outcome: 'confirmed' });
    expect(others.view(1).holdOn).toBe(true);
    expect(relaysOf(site)).toMatchObject([
      { relay: 'hold', on: true },
      { relay: 'strike', on: true },
    ]);
  });
});

test('a relay that does not switch off is logged once, not at every attempt', async () => {
  const site = await online();
  await unlock(site);
  site.hardware.breakBoard();
  await clock.advance(60_000);
  expect(site.log.filter((line) => line.includes('does not go off'))).toEqual([
    expect.stringContaining('the strike relay does not go off: the board does not answer'),
  ]);
});
