import { expect, test } from '@jest/globals';
import { type Durability, durabilityFaults } from '../../src/database/durability.rules.js';

const safe: Durability = {
  fsync: 'on',
  synchronous_commit: 'on',
  synchronous_standby_names: '',
  standbys: 0,
  slots: 0,
};

test.each([
  [{}],
  [{ synchronous_commit: 'local' }],
  [{ synchronous_standby_names: 'ANY 1 (b, c)', standbys: 2, slots: 2 }],
  [{ synchronous_standby_names: 'b', synchronous_commit: 'remote_write', standbys: 1 }],
  [{ synchronous_standby_names: '*', standbys: 0 }],
] as [Partial<Durability>][])('%j keeps what is acknowledged', (more) => {
  expect(durabilityFaults({ ...safe, ...more })).toEqual([]);
});

test.each([
  [{ fsync: 'off' }, 'fsync is off'],
  [{ synchronous_commit: 'off' }, 'synchronous_commit is off'],
  [{ synchronous_commit: 'off', synchronous_standby_names: '*', standbys: 1 }, 'synchronous_commit is off'],
  [{ synchronous_commit: 'local', synchronous_standby_names: 'b' }, 'synchronous_commit is local'],
  [{ standbys: 1 }, 'synchronous_standby_names is empty'],
  [{ slots: 1 }, 'synchronous_standby_names is empty'],
  [{ slots: 1, synchronous_standby_names: '  ' }, 'synchronous_standby_names is empty'],
] as [Partial<Durability>, string][])('%j could lose it, by name', (more, name) => {
  const faults = durabilityFaults({ ...safe, ...more });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(name);
});
