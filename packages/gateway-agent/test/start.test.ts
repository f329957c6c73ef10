import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Driver } from '../src/drivers/driver.js';
import { levelStore } from '../src/journal/level-store.js';
import { MemoryDisk } from '../src/journal/memory-store.js';
import type { StoreHome } from '../src/journal/store.js';
import { clock, offline } from './stage.js';

/** Hardware whose relay was left on by whatever ran before. */
class LeftOn implements Driver {
  relayOn = true;
  opened = 0;
  closed = 0;
  async open(): Promise<void> {
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
