// Three machines of deploy/ha: etcd, Patroni and PostgreSQL each, and one HAProxy in front. Root gives each machine a
// network of its own that can be cut (network.mjs); others run all on loopback. PostgreSQL refuses root, so that root runs
// them as the user postgres.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { childrenOf, environment, freePorts, kill, root, until, userOf } from '../kills/place.mjs';
import { createNetwork } from './network.mjs';

/** Where HAProxy and the service are. */
const HUB = '127.0.0.1';
const NAMES = ['one', 'two', 'three'];
const PACKAGES = { etcd: 'etcd-server', haproxy: 'haproxy' };
const POSTGRES_VERSIONS = '/usr/lib/postgresql';
/** Patroni 3 has no quorum; on Debian 12, patroni-4.sh puts that of Debian 13 into a folder. */
const PATRONI = process.env.PATRONI ?? 'patroni';
const PATRONI_VERSION = /^patroni ([4-9]|\d\d)/;
const WHOLE_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 20_000;

/** The line that says what to install, or null. */
export function missing() {
  const packages = Object.entries(PACKAGES)
    .filter(([program]) => spawnSync(program, [program === 'haproxy' ? '-v' : '--version']).error)
    .map(([, name]) => name);
  if (postgresVersion() === undefined) packages.push('postgresql');
  if (packages.length > 0)
    return `${packages.join(', ')} missing; install: apt-get install etcd-server haproxy postgresql, then stop what they start: systemctl disable --now etcd haproxy postgresql`;
  const { stdout } = spawnSync(PATRONI, ['--version'], { encoding: 'utf8' });
  if (PATRONI_VERSION.test(stdout ?? '')) return null;
  return 'Patroni 4 missing; install it: apt-get install patroni && systemctl disable --now patroni on Debian 13; elsewhere bash test/ha/patroni-4.sh, which prints how to name it';
}

/** The newest that is installed. */
function postgresVersion() {
  if (!existsSync(POSTGRES_VERSIONS)) return undefined;
  return readdirSync(POSTGRES_VERSIONS)
    .filter((version) => existsSync(path.join(POSTGRES_VERSIONS, version, 'bin/postgres')))
    .sort((a, b) => Number(b) - Number(a))[0];
}

/** A program that stays until it is killed, with its output in a file. */
class Program {
  #command;
  #log;
  child = null;

  constructor(command, log) {
    this.#command = command;
    this.#log = log;
  }

  start() {
    const [program, ...parameters] = this.#command;
    const folder = path.dirname(this.#log);
    const out = openSync(this.#log, 'a');
    this.child = spawn(program, parameters, {
      cwd: folder,
      env: environment({ LC_ALL: 'C.UTF-8', HOME: folder }),
      stdio: ['ignore', out, out],
    });
    closeSync(out);
    this.child.on('error', (error) => console.error(error.message));
  }

  async end(signal) {
    const { child } = this;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    kill(child.pid, 'SIGCONT');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_WITHIN_MS);
    await gone;
    clearTimeout(late);
  }
}

export async function createCluster(folder, services) {
  const identity = process.getuid() === 0 ? userOf('postgres') : undefined;
  const network = createNetwork(NAMES);
  const ports = await freePorts(NAMES.length * 4 + 3);
  const take = () => ports.pop();
  const [sql, mqtt, http] = [take(), take(), take()];
  const machines = NAMES.map((name) => ({
    name,
    address: network.addressOf(name),
    data: path.join(folder, name),
    etcd: take(),
    peer: take(),
    rest: take(),
    postgres: take(),
  }));
  const passwords = [1, 2, 3].map(() => randomBytes(16).toString('hex'));
  const common = {
    NETWORK: network.network,
    POSTGRES_VERSION: postgresVersion(),
    SQL_PORT: sql,
    MQTT_PORT: mqtt,
    HTTP_PORT: http,
    DATABASE_PASSWORD: passwords[0],
    SUPERUSER_PASSWORD: passwords[1],
    REPLICATION_PASSWORD: passwords[2],
    ETCD_CLUSTER: machines.map(({ name, address, peer }) => `${name}=http://${address}:${peer}`).join(','),
    ETCD_HOSTS: machines.map(({ address, etcd }) => `${address}:${etcd}`).join(','),
    POSTGRES_SERVERS: servers(
      machines.map(({ name, address, postgres, rest }) => [
        name,
        `${address}:${postgres}`,
        ` check port ${rest}`,
      ]),
    ),
    MQTT_SERVERS: servers(
      services.map(({ mqtt }, index) => [`service-${index}`, `${HUB}:${mqtt}`, ' check']),
    ),
    HTTP_SERVERS: servers(
      services.map(({ http }, index) => [`service-${index}`, `${HUB}:${http}`, ' check']),
    ),
  };
  const own = (file) => identity && chownSync(file, identity.uid, identity.gid);
  const write = (template, file, values) => {
    const text = readFileSync(path.join(root, 'deploy/ha', template), 'utf8');
    writeFileSync(file, filled(text, { ...common, ...values }), { mode: 0o600 });
    own(file);
    return file;
  };
  for (const machine of machines) {
    mkdirSync(machine.data, { mode: 0o700 });
    own(machine.data);
    const values = {
      NAME: machine.name,
      ADDRESS: machine.address,
      DATA: machine.data,
      ETCD_PORT: machine.etcd,
      ETCD_PEER_PORT: machine.peer,
      PATRONI_PORT: machine.rest,
      POSTGRES_PORT: machine.postgres,
    };
    const inside = (file) => path.join(machine.data, file);
    const etcdFile = write('etcd.yml', inside('etcd.yml'), values);
    const patroniFile = write('patroni.yml', inside('patroni.yml'), values);
    write('role.sql', inside('role.sql'), values);
    const log = (name) => path.join(folder, `${machine.name}.${name}.log`);
    const here = (...command) => network.commandIn(machine.name, asUser(identity, command));
    machine.etcdProgram = new Program(here('etcd', '--config-file', etcdFile), log('etcd'));
    machine.patroni = new Program(here(PATRONI, patroniFile), log('patroni'));
  }
  const haproxyFile = write('haproxy.cfg', path.join(folder, 'haproxy.cfg'), { ADDRESS: HUB });
  const haproxy = new Program(
    asUser(identity, ['haproxy', '-db', '-f', haproxyFile]),
    path.join(folder, 'haproxy.log'),
  );
  return new Cluster({ machines, haproxy, network, ports: { sql, mqtt, http }, passwords });
}

class Cluster {
  machines;
  haproxy;
  network;
  ports;
  #passwords;

  constructor({ machines, haproxy, network, ports, passwords }) {
    this.machines = machines;
    this.haproxy = haproxy;
    this.network = network;
    this.ports = ports;
    this.#passwords = passwords;
  }

  get url() {
    return `postgresql://door_access:${this.#passwords[0]}@${HUB}:${this.ports.sql}/door_access`;
  }

  async start() {
    for (const { etcdProgram } of this.machines) etcdProgram.start();
    for (const { patroni } of this.machines) patroni.start();
    this.haproxy.start();
    if ((await this.untilWhole()) === null) throw new Error('the database cluster does not come up');
  }

  /** Both standbys follow the primary, and either may take over; null where that takes too long. */
  untilWhole() {
    return until(() => this.#isWhole().catch(() => false), WHOLE_WITHIN_MS, 200);
  }

  async #isWhole() {
    const { primary, standbys } = await this.roles();
    // Patroni's own answers may be some seconds old.
    const note = await this.#mayTakeOver();
    if (!primary || note.leader !== primary.name) return false;
    if (!standbys.every(({ name }) => note.sync_standby?.split(',').includes(name))) return false;
    const [{ following }] = await this.query(
      primary,
      "select count(*)::int as following from pg_stat_replication where state = 'streaming'",
    );
    return standbys.length === this.machines.length - 1 && following === standbys.length;
  }

  /** What etcd has: whose standbys may take over. */
  async #mayTakeOver() {
    const key = Buffer.from('/service/door-access/sync').toString('base64');
    for (const { address, etcd } of this.machines) {
      const answer = await fetch(`http://${address}:${etcd}/v3/kv/range`, {
        method: 'POST',
        body: JSON.stringify({ key }),
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null);
      const [found] = answer?.ok ? ((await answer.json()).kvs ?? []) : [];
      if (found) return JSON.parse(Buffer.from(found.value, 'base64').toString('utf8'));
    }
    throw new Error('no etcd answers');
  }

  /** Which machine has which role, as the first says that knows it. */
  async roles() {
    for (const { address, rest } of this.machines) {
      const members = await fetch(`http://${address}:${rest}/cluster`, { signal: AbortSignal.timeout(2_000) })
        .then(async (answer) => (await answer.json()).members)
        .catch(() => null);
      if (!members) continue;
      const having = (role) =>
        this.machines.filter(({ name }) => members.some((one) => one.name === name && one.role === role));
      return { primary: having('leader')[0] ?? null, standbys: having('quorum_standby') };
    }
    throw new Error('no machine knows the cluster');
  }

  async switchOver() {
    const { primary, standbys } = await this.roles();
    const answer = await fetch(`http://${primary.address}:${primary.rest}/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: primary.name, candidate: standbys[0].name }),
      signal: AbortSignal.timeout(60_000),
    });
    if (!answer.ok) throw new Error(`switchover: ${answer.status} ${await answer.text()}`);
  }

  /** Runs a statement on one machine as its administrator. */
  async query(machine, text) {
    const client = new pg.Client({
      connectionString: `postgresql://postgres:${this.#passwords[1]}@${machine.address}:${machine.postgres}/postgres`,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async stop() {
    for (const machine of this.machines) signalPostgres(machine, 'SIGCONT');
    await Promise.all(this.machines.map(({ patroni }) => patroni.end('SIGTERM')));
    for (const machine of this.machines) signalPostgres(machine, 'SIGQUIT');
    await Promise.all(this.machines.map(({ etcdProgram }) => etcdProgram.end('SIGTERM')));
    await this.haproxy.end('SIGTERM');
    this.network.close();
  }
}

/** Signals PostgreSQL of a machine with all its processes; false where there is none. */
export function signalPostgres({ data }, signal) {
  try {
    const pid = Number(readFileSync(path.join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data)) return false;
    const children = childrenOf(pid);
    kill(pid, signal);
    for (const child of children) kill(child, signal);
    return true;
  } catch {
    return false;
  }
}

const servers = (list) =>
  list.map(([name, address, more]) => `  server ${name} ${address}${more}`).join('\n');

function filled(text, values) {
  return text.replaceAll(/\$\{([A-Z_]+)\}/g, (_, name) => {
    if (!(name in values)) throw new Error(`no value for ${name}`);
    return String(values[name]);
  });
}

/** The program takes the place of what starts it, and keeps its process id. */
function asUser(identity, command) {
  if (!identity) return command;
  return ['setpriv', `--reuid=${identity.uid}`, `--regid=${identity.gid}`, '--clear-groups', ...command];
}
