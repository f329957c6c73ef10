import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { MemoryDisk } from '../../../test/memory-disk.js';
import type { Driver, DriverListener } from '../src/drivers/driver.js';
import { levelStore } from '../src/journal/level/level-store.js';
import type { StoreHome } from '../src/journal/store.js';
import { clock, hold, offline, relayReported, relaysOf, until } from './stage.js';

/** Hardware whose relay was left on by an earlier process. */
class LeftOn implements Driver {
  relayOn = true;
  opened = 0;
  closed = 0;
  listener: DriverListener | null = null;
  async open(listener: DriverListener): Promise<void> {
    this.listener = listener;
    this.opened++;
    this.relayOn = false;
  }
  async levels() {
    return [];
  }
  async setRelay(_door: number, _relay: string, on: boolean): Promise<void> {
    this.relayOn = on;
  }
  async close(): Promise<void> {
    this.closed++;
  }
}

describe('a start', () => {
  test('makes relays safe before the journal is opened, however long the disk takes', async () => {
    const disk = new MemoryDisk();
    const driver = new LeftOn();
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const seen: boolean[] = [];
    const store: StoreHome = Object.assign(new MemoryDisk(), {
      isInUse: () => false,
      open: async () => {
        seen.push(driver.relayOn);
        await slow;
        return disk.open();
      },
    });
    const site = offline({ store, driverOf: () => driver });
    const started = site.agent.start();
    await clock.advance(1000);
    expect(seen).toEqual([false]);
    goOn();
    await started;
    await site.agent.stop();
  });

  test.each(['memory', 'folder'])(
    'while another agent has the journal (%s) leaves its relays alone',
    async (kind) => {
      const store =
        kind === 'memory'
          ? new MemoryDisk()
          : levelStore(join(mkdtempSync(join(tmpdir(), 'agent-start-')), 'journal'));
      const { store: held } = await store.open();
      const driver = new LeftOn();
      const second = offline({ store, driverOf: () => driver });
      await expect(second.agent.start()).rejects.toThrow(/another agent already runs/);
      expect(driver).toMatchObject({ opened: 0, relayOn: true });
      await held.close();
      await second.agent.start();
      expect(driver).toMatchObject({ opened: 1, relayOn: false });
      await second.agent.stop();
    },
  );

  test('that finds the journal taken only when it opens it lets the hardware go', async () => {
    const disk = new MemoryDisk();
    await disk.open();
    const store: StoreHome = Object.assign(new MemoryDisk(), {
      isInUse: () => false,
      open: () => disk.open(),
    });
    const driver = new LeftOn();
    const { agent } = offline({ store, driverOf: () => driver });
    await expect(agent.start()).rejects.toThrow(/another agent already runs/);
    expect(driver).toMatchObject({ opened: 1, closed: 1 });
  });
});

test('a relay that lost power while it was on and is on again is journalled as off and on, and opens nothing anew', async () => {
  const driver = new LeftOn();
  const site = offline({ driverOf: () => driver });
  await site.agent.start();
  await until(() => site.agent.linkState === 'online');
  const { id } = await hold(site);
  await relayReported(site, { on: true, command_id: id });
  driver.listener?.onCut?.({ door: 1, relay: 'hold' });
  // It was off when the power failed, so no pulse was interrupted.
  driver.listener?.onCut?.({ door: 1, relay: 'strike' });
  await until(() => relaysOf(site).length >= 3);
  expect(relaysOf(site).map(({ relay, on, cause, command_id }) => [relay, on, cause, command_id])).toEqual([
    ['hold', true, 'command', id],
    ['hold', false, 'boot', null],
    ['hold', true, 'boot', null],
  ]);
});
