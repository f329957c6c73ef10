// What goes wrong. Each fault is put in and says for how long, what unlocks must do meanwhile, and how it is taken away.
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from '../kills/service.mjs';
import { silentCrowd, slowCrowd } from './crowds.mjs';

/** Longer than two thirds of a keepalive, after which a silent gateway is offline, and the time to notice. */
const PARTITION_MS = 30_000;
const SHORT_MS = 5_000;
/** The library looks for another time once a second. */
const CLOCK_READ_MS = 1_500;
/** More than one address may hold. */
const CROWD = 150;

/** A link in this state, then good again. */
const link = (name, state, ms, unlocks) => ({
  ms,
  unlocks,
  put({ links }) {
    links[name].set(state);
    return () => links[name].set('good');
  },
});

const NOT_SLOW = 'only root, with loop devices and cgroups of version 1, may have a slow disk';

function slowDatabase(perSecond) {
  return {
    lacks: ({ databaseDisk }) => (databaseDisk?.canBeSlow ? null : NOT_SLOW),
    ms: 10_000,
    unlocks: 'are refused',
    put({ databaseDisk, databaseFolder }) {
      const { pid, children } = findPostgres(databaseFolder);
      return databaseDisk.slow([pid, ...children], perSecond);
    },
  };
}

/**
 * `unlocks`: `go on` (each is taken), `are refused` (each that fails does so with a clear answer in time), or `go on
 * elsewhere` (those at the other gateway are taken).
 */
export const FAULTS = {
  // Its attempts fail after 10 s, and are repeated after a minute: so it is the first.
  'receiver stalls': link('receiver', 'stalled', 12_000, 'go on'),
  'receiver is sliced': link('receiver', 'sliced', SHORT_MS, 'go on'),
  'gateway is late': link('north', 'late', SHORT_MS, 'go on'),
  'gateway is sliced': link('north', 'sliced', SHORT_MS, 'go on'),
  'gateway cut off for longer than its keepalive': link('north', 'stalled', PARTITION_MS, 'go on elsewhere'),
  'gateway stands still': {
    ms: 8_000,
    unlocks: 'go on elsewhere',
    put({ gateways: [north] }) {
      north.signal('SIGSTOP');
      return () => north.signal('SIGCONT');
    },
  },
  'database is late': link('database', 'late', SHORT_MS, 'are refused'),
  'database is sliced': link('database', 'sliced', SHORT_MS, 'go on'),
  'database stalls': link('database', 'stalled', 8_000, 'are refused'),
  'database forgets all connections': {
    ms: 1_000,
    unlocks: 'are refused',
    put({ links }) {
      links.database.cut();
      return () => undefined;
    },
  },
  'disk of the database is full': {
    lacks: ({ databaseDisk }) => (databaseDisk ? null : 'only root may mount a small disk'),
    ms: SHORT_MS,
    unlocks: 'are refused',
    put: ({ databaseDisk }) => databaseDisk.fill(),
  },
  // As a disk that is shared, or about to fail: a commit waits for its writes.
  'disk of the database takes twenty writes a second': slowDatabase(20),
  'disk of the database takes two writes a second': slowDatabase(2),
  'DATA_DIR takes two writes a second, and the service starts anew': {
    lacks: ({ dataDisk }) => (dataDisk?.canBeSlow ? null : NOT_SLOW),
    ms: 1_000,
    unlocks: 'are refused',
    async put({ dataDisk, service }) {
      await service.kill();
      service.start();
      const goOn = dataDisk.slow([service.pid], 2);
      await service.untilReady();
      return goOn;
    },
  },
  'DATA_DIR is full, and the service starts anew': {
    lacks: ({ dataDisk }) => (dataDisk ? null : 'only root may mount a small disk'),
    ms: 1_000,
    unlocks: 'are refused',
    async put({ dataDisk, service }) {
      const empty = dataDisk.fill();
      await service.kill();
      service.start();
      await service.untilReady();
      return empty;
    },
  },
  'Redis is away': {
    lacks: ({ redis }) => (redis ? null : 'redis-server is missing: apt-get install redis-server'),
    ms: SHORT_MS,
    unlocks: 'go on',
    async put({ redis }) {
      await redis.end();
      return () => redis.start();
    },
  },
  'requests a byte at a time': {
    ms: 15_000,
    unlocks: 'go on',
    put({ ports }) {
      const crowd = slowCrowd(CROWD, ports.http);
      return () => dispersed(crowd);
    },
  },
  'connections without a login': {
    ms: 15_000,
    unlocks: 'go on',
    put({ ports }) {
      const crowd = silentCrowd(CROWD, ports.mqtt);
      return () => dispersed(crowd);
    },
  },
  // Below a minute: of a later record the time of receipt would count, which the truth does not know.
  'clock of the service half a minute ahead, then right': {
    lacks: ({ clockFile }) => (clockFile ? null : 'libfaketime is missing: apt-get install faketime'),
    ms: SHORT_MS,
    unlocks: 'are refused',
    put({ clockFile, callers }) {
      callers.aheadMs = 30_000;
      writeFileSync(clockFile, '+30\n');
      return async () => {
        writeFileSync(clockFile, '+0\n');
        await sleep(CLOCK_READ_MS);
        callers.aheadMs = 0;
      };
    },
  },
};

function dispersed(crowd) {
  const { left } = crowd;
  crowd.end();
  return left === 0 ? null : `${left} of ${CROWD} connections of a stranger are still open after 15 s`;
}

const FAKETIME = ['x86_64', 'aarch64', 'arm'].flatMap((machine) => [
  `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
]);
/** A library that shows a process another time of day, which Debian's package faketime brings; null where it is not. */
export const timeLibrary = () => FAKETIME.find((file) => existsSync(file)) ?? null;
