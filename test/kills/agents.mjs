// The gateways' processes from outside: their last status, kills and restarts.
import { fork } from 'node:child_process';
import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment } from './place.mjs';

const program = fileURLToPath(new URL('gateway.mjs', import.meta.url));

export class GatewayProcess {
  ref;
  id;
  truthFile;
  starts = 0;
  /** Times at which it ended without being killed. */
  ends = [];
  /** Times of its deaths by kill, Unix milliseconds. */
  deaths = [];
  #folder;
  #config;
  #seed;
  #child = null;
  #wanted = false;
  #calm = false;
  #status = null;

  constructor(ref, { folder, id, secret, mqttUrl, doors, seed }) {
    this.ref = ref;
    this.id = id;
    this.#folder = folder;
    this.#seed = seed;
    this.truthFile = path.join(folder, `${ref}.truth`);
    const journalFolder = path.join(folder, ref, 'journal');
    appendFileSync(this.truthFile, '');
    this.#config = { gatewayId: id, secret, mqttUrl, doors, journalFolder, truthFile: this.truthFile };
  }

  /** Its last status; null while it is dead or has sent none. */
  get status() {
    return this.#status;
  }

  get isOnline() {
    return this.#status?.link === 'online';
  }

  start() {
    this.#wanted = true;
    this.starts += 1;
    const file = path.join(this.#folder, `${this.ref}.json`);
    writeFileSync(file, JSON.stringify({ ...this.#config, seed: this.#seed + this.starts }), { mode: 0o600 });
    const log = openSync(path.join(this.#folder, `${this.ref}.log`), 'a');
    const child = fork(program, [file], {
      execArgv: [],
      env: environment({}),
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    this.#child = child;
    child.on('message', (status) => {
      if (child !== this.#child) return;
      this.#status = status;
      if (this.#calm && status.moving) child.send('calm');
    });
    child.on('error', () => undefined);
    child.once('exit', (code, signal) => {
      if (child !== this.#child) return;
      this.#child = null;
      this.#status = null;
      if (!this.#wanted) return;
      this.ends.push({ code, signal });
      setTimeout(() => this.#wanted && !this.#child && this.start(), 200);
    });
  }

  /** From now on its doors rest. */
  calm() {
    this.#calm = true;
  }

  /** Stops like a machine out of memory, until `SIGCONT`. */
  signal(name) {
    this.#child?.kill(name);
  }

  /** Makes it end in its next pulse; false if none comes soon. */
  async killInPulse(patience) {
    const child = this.#child;
    if (!child?.connected) return false;
    this.#wanted = false;
    const gone = new Promise((resolve) => child.once('exit', () => resolve(true)));
    child.send('die in a pulse', () => undefined);
    const isGone = await Promise.race([gone, sleep(patience, false, { ref: false })]);
    if (isGone) this.deaths.push(Date.now());
    else this.#wanted = true;
    return isGone;
  }

  async kill(signal = 'SIGKILL') {
    const child = this.#child;
    this.#wanted = false;
    if (!child) return false;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    if (signal === 'SIGKILL') this.deaths.push(Date.now());
    await gone;
    return true;
  }
}
