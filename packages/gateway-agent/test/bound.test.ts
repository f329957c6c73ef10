import { expect, test } from '@jest/globals';
import { clock, online, plug, recordsOf, unlock, unplug, until } from './stage.js';

const BOUND = 60;

test.each([
  ['', false],
  [', while the disk refuses, too', true],
])(
  'a journal at its bound keeps the old records, reports the lost as one gap, and then the present levels and new results again%s',
  async (_, full) => {
    const site = await online({ maxRecords: BOUND, keepDays: 0 });
    await until(() => site.agent.journalDepth === 0);
    site.disk.full = full;
    await unplug(site);
    for (let edge = 0; edge < 100; edge++) {
      if (edge % 2 === 0) site.hardware.force(1);
      else site.hardware.pushClosed(1);
      await clock.advance(200);
    }
    site.hardware.force(1);
    await clock.advance(200);
    expect(site.agent.journalDepth).toBeLessThanOrEqual(BOUND);
    const before = recordsOf(site).length;
    await plug(site);
    await until(() => recordsOf(site).some(({ kind }) => kind === 'gap') && site.agent.journalDepth === 0);
    expect(site.disk.keys().some((key) => key.startsWith('r/'))).toBe(false);

    const records = recordsOf(site).slice(before);
    const gaps = records.filter((record) => record.kind === 'gap');
    expect(gaps).toHaveLength(1);
    const kept = records.filter(({ seq }) => seq < (gaps[0]?.seq ?? 0));
    expect(kept.length).toBeGreaterThanOrEqual(BOUND - 2);
    expect(gaps[0]).toMatchObject({ from_seq: (kept.at(-1)?.seq ?? 0) + 1, to_seq: (gaps[0]?.seq ?? 0) - 1 });
    // The contact's last move was lost: a snapshot behind the gap reports its final level.
    const behind = records.filter(({ seq }) => seq > (gaps[0]?.seq ?? 0));
    expect(behind.filter((record) => record.kind === 'contact').at(-1)).toMatchObject({
      state: 'open',
      snapshot: true,
    });
    expect((await unlock(site)).result).toMatchObject({ outcome: 'confirmed' });
  },
);
