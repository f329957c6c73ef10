// PostgreSQL with pgBackRest, as docs/operations.md says, with the settings of deploy/pgbackrest. PostgreSQL refuses root,
// so that root runs both as the user postgres.
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { environment, root, until, userOf } from '../kills/place.mjs';

const BIN = '/usr/lib/postgresql/15/bin';
const ADDRESS = '127.0.0.1';
const RECOVERED_WITHIN_MS = 60_000;

/** The line that says what to install, or null. */
export function missing() {
  const packages = [];
  if (spawnSync('pgbackrest', ['version']).error) packages.push('pgbackrest');
  if (spawnSync(`${BIN}/postgres`, ['--version']).error) packages.push('postgresql-15');
  return packages.length === 0
    ? null
    : `${packages.join(', ')} missing: apt-get install --no-install-recommends ${packages.join(' ')}`;
}

export class ArchivedDatabase {
  #folder;
  #data;
  #port;
  #identity;
  #configuration;
  #password = randomBytes(16).toString('hex');

  constructor(folder, port) {
    this.#folder = path.join(folder, 'database');
    this.#data = path.join(this.#folder, 'cluster');
    this.#port = port;
    this.#identity = process.getuid() === 0 ? userOf('postgres') : undefined;
    for (const name of ['', 'repository', 'locks', 'spool']) this.#make(path.join(this.#folder, name));
    const values = { DATA: this.#data, SOCKET: this.#folder, PORT: port };
    for (const name of ['repository', 'locks', 'spool'])
      values[name.toUpperCase()] = path.join(this.#folder, name);
    const text = readFileSync(path.join(root, 'deploy/pgbackrest/pgbackrest.conf'), 'utf8');
    this.#configuration = path.join(this.#folder, 'pgbackrest.conf');
    this.#write(
      this.#configuration,
      text.replace(/\$\{([A-Z]+)\}/g, (_, name) => values[name]),
    );
  }

  get url() {
    return `postgresql://door_access:${this.#password}@${ADDRESS}:${this.#port}/door_access`;
  }

  async create() {
    this.#run(
      `${BIN}/initdb`,
      [
        '--pgdata',
        this.#data,
        '--auth=scram-sha-256',
        '--auth-local=peer',
        '-E',
        'UTF8',
        '--locale=C.UTF-8',
      ].concat(`--pwfile=${this.#write(path.join(this.#folder, 'password'), this.#password)}`),
    );
    appendFileSync(
      path.join(this.#data, 'postgresql.conf'),
      [
        `port = ${this.#port}`,
        `listen_addresses = '${ADDRESS}'`,
        `unix_socket_directories = '${this.#folder}'`,
        'archive_mode = on',
        `archive_command = 'pgbackrest --config=${this.#configuration} --stanza=doors archive-push %p'`,
        '',
      ].join('\n'),
    );
    await this.start();
    await this.query(
      `create role door_access login createdb password '${this.#password}'`,
      'postgres',
      'postgres',
    );
    this.pgbackrest('stanza-create');
    this.pgbackrest('check');
  }

  /** Resolves once it takes writes: a restored one is recovered by then. */
  async start() {
    this.#run(`${BIN}/pg_ctl`, [
      'start',
      '-w',
      '-t',
      '60',
      '-D',
      this.#data,
      '-l',
      path.join(this.#folder, 'log'),
    ]);
    const isUp = async () => {
      const rows = await this.query('select pg_is_in_recovery() as is', 'postgres', 'postgres').catch(
        () => [],
      );
      return rows[0]?.is === false;
    };
    if ((await until(isUp, RECOVERED_WITHIN_MS, 100)) === null)
      throw new Error(
        `PostgreSQL is not recovered: ${readFileSync(path.join(this.#folder, 'log'), 'utf8').slice(-1_000)}`,
      );
  }

  stop() {
    this.#run(`${BIN}/pg_ctl`, ['stop', '-w', '-m', 'fast', '-D', this.#data]);
  }

  pgbackrest(command, ...options) {
    return this.#run('pgbackrest', [
      `--config=${this.#configuration}`,
      '--stanza=doors',
      ...options,
      command,
    ]);
  }

  async query(text, user = 'door_access', database = 'door_access') {
    const client = new pg.Client({
      host: ADDRESS,
      port: this.#port,
      user,
      database,
      password: this.#password,
    });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  #run(program, parameters) {
    return execFileSync(program, parameters, {
      cwd: this.#folder,
      env: environment({ LC_ALL: 'C.UTF-8', HOME: this.#folder, PGPASSWORD: this.#password }),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      ...this.#identity,
    });
  }

  #make(folder) {
    mkdirSync(folder, { mode: 0o700 });
    this.#own(folder);
  }

  #write(file, text) {
    writeFileSync(file, text, { mode: 0o600 });
    this.#own(file);
    return file;
  }

  #own(file) {
    if (this.#identity) chownSync(file, this.#identity.uid, this.#identity.gid);
  }
}
