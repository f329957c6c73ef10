// What goes wrong: each fault is put in, and taken away again once unlocks work without what it took.
import { setTimeout as sleep } from 'node:timers/promises';
import { signalPostgres } from './cluster.mjs';

const SERVICE_DOWN_MS = 1_500;
const PROXY_DOWN_MS = 1_000;
const PAUSED_MS = 8_000;

const aStandby = async (cluster, random) => random.pick((await cluster.roles()).standbys);

/** Those of networks, which not everyone may cut. */
const CUTS = {
  /** It goes on as the primary until its lease ends, alone. */
  async 'machine of the primary cut off'({ cluster }) {
    const { primary } = await cluster.roles();
    return cluster.network.cuts.from_all(primary.name);
  },
  /** HAProxy and the service still reach it, and it still says that it is the primary. */
  async 'primary cut off from the other machines'({ cluster }) {
    const { primary } = await cluster.roles();
    return cluster.network.cuts.from_machines(primary.name);
  },
  async 'machine of a standby cut off'({ cluster, random }) {
    const standby = await aStandby(cluster, random);
    return cluster.network.cuts.from_all(standby.name);
  },
};

/** Each puts its fault in and returns how it is taken away. */
const FAULTS = {
  /** Its Patroni lives, and starts it again as a standby. */
  async 'primary killed'({ cluster }) {
    const { primary } = await cluster.roles();
    if (!signalPostgres(primary, 'SIGKILL')) throw new Error('there was no primary to kill');
    return async () => undefined;
  },
  async 'machine of the primary killed'({ cluster }) {
    const { primary } = await cluster.roles();
    if (!signalPostgres(primary, 'SIGKILL')) throw new Error('there was no primary to kill');
    await Promise.all([primary.patroni.end('SIGKILL'), primary.etcdProgram.end('SIGKILL')]);
    return async () => {
      primary.etcdProgram.start();
      primary.patroni.start();
    };
  },
  async 'primary stands still'({ cluster }) {
    const { primary } = await cluster.roles();
    if (!signalPostgres(primary, 'SIGSTOP')) throw new Error('there was no primary to stop');
    return async () => signalPostgres(primary, 'SIGCONT');
  },
  /** Until it wakes, with all that it believed, beside a new primary. */
  async 'machine of the primary stands still'({ cluster }) {
    const { primary } = await cluster.roles();
    if (!signalPostgres(primary, 'SIGSTOP')) throw new Error('there was no primary to stop');
    primary.patroni.child.kill('SIGSTOP');
    return async () => {
      signalPostgres(primary, 'SIGCONT');
      primary.patroni.child.kill('SIGCONT');
    };
  },
  async 'standby killed'({ cluster, random }) {
    const standby = await aStandby(cluster, random);
    if (!signalPostgres(standby, 'SIGKILL')) throw new Error('there was no standby to kill');
    return async () => undefined;
  },
  async 'standby stands still'({ cluster, random }) {
    const standby = await aStandby(cluster, random);
    if (!signalPostgres(standby, 'SIGSTOP')) throw new Error('there was no standby to stop');
    return async () => signalPostgres(standby, 'SIGCONT');
  },
  async 'standby lags'({ cluster, random }) {
    const standby = await aStandby(cluster, random);
    await cluster.query(standby, 'select pg_wal_replay_pause()');
    await sleep(PAUSED_MS);
    return async () => {
      await cluster.query(standby, 'select pg_wal_replay_resume()');
    };
  },
  async switchover({ cluster }) {
    await cluster.switchOver();
    return async () => undefined;
  },
  async 'etcd killed'({ cluster, random }) {
    const { etcdProgram } = random.pick(cluster.machines);
    await etcdProgram.end('SIGKILL');
    return async () => etcdProgram.start();
  },
  async 'service process killed'({ services, random }) {
    const service = random.pick(services);
    if (!(await service.kill())) throw new Error('there was no process to kill');
    await sleep(SERVICE_DOWN_MS);
    service.start();
    return () => service.untilReady();
  },
  async 'HAProxy killed'({ cluster }) {
    await cluster.haproxy.end('SIGKILL');
    await sleep(PROXY_DOWN_MS);
    cluster.haproxy.start();
    return async () => undefined;
  },
};

/** So many kinds, all of them before one comes again; `only` those whose name has these words. */
export function plan(count, { random, canCut, only }) {
  const known = Object.keys(canCut ? { ...FAULTS, ...CUTS } : FAULTS).filter((kind) => kind.includes(only));
  if (known.length === 0) throw new Error(`no fault is called ${only}`);
  const kinds = [];
  while (kinds.length < count) kinds.push(...random.shuffle(known));
  return kinds.slice(0, count);
}

export const putIn = (kind, world) => (FAULTS[kind] ?? CUTS[kind])(world);
