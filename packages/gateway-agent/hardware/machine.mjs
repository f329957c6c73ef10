import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { withProperty } from './device-tree.mjs';

const COMPUTER = [
  '-cpu',
  'cortex-a57',
  '-smp',
  '2',
  '-m',
  '768',
  '-nodefaults',
  '-no-user-config',
  '-display',
  'none',
];
/** Lines of the GPIO chip by name, as a Raspberry Pi calls its own. */
const LINE_NAMES = Array.from({ length: 8 }, (_each, offset) => `GPIO${offset}`);

/** Longer than any operation of an emulated machine, on any host. */
export const PATIENCE = 240_000;

/**
 * A real arm64 kernel. In the role `gpio` the pins of its PL061 chip are moved and watched from outside; as `disk` it has a
 * file system, as `usb` a USB controller.
 */
export class Machine {
  /** Lines of the guest, and switchings of outputs as seen from outside, with host milliseconds. */
  log = [];
  outputs = [];
  #waiters = new Set();
  #answers = [];
  #folder = mkdtempSync(path.join(tmpdir(), 'hardware-'));

  static async boot({ role = 'gpio', devices = [] } = {}) {
    const machine = new Machine();
    await machine.#start(role, devices);
    return machine;
  }

  async #start(role, devices) {
    const { HARDWARE_KERNEL: kernel, HARDWARE_INITRD: initrd } = process.env;
    const [qtest, qmp] = ['qtest', 'qmp'].map((name) => path.join(this.#folder, name));
    this.qemu = spawn(
      'qemu-system-aarch64',
      [
        '-machine',
        'virt,accel=tcg',
        ...COMPUTER,
        // Its clock counts its own instructions, 2 ns each: a busy host delays it without slowing its clock.
        '-icount',
        'shift=1',
        '-no-reboot',
        '-serial',
        'stdio',
        '-kernel',
        kernel,
        '-initrd',
        initrd,
        '-append',
        `console=ttyAMA0 quiet panic=-1 rdinit=/init role=${role}`,
        '-qtest',
        `unix:${qtest},server=on,wait=off`,
        '-qtest-log',
        'none',
        '-qmp',
        `unix:${qmp},server=on,wait=off`,
        ...(role === 'gpio' ? ['-dtb', this.#namedLines()] : []),
        ...devices,
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    this.qemu.stderr.on('data', (data) => this.#say(`qemu: ${data}`));
    this.gone = new Promise((resolve) => this.qemu.once('exit', resolve));
    createInterface({ input: this.qemu.stdout }).on('line', (line) => this.#say(line.replace(/\r$/, '')));
    await this.#openMonitor(qmp);
    if (role === 'gpio') await this.#watchPins(qtest);
  }

  /** The machine's own device tree, with names for the lines. */
  #namedLines() {
    const file = path.join(this.#folder, 'machine.dtb');
    execFileSync('qemu-system-aarch64', ['-machine', `virt,accel=tcg,dumpdtb=${file}`, ...COMPUTER], {
      stdio: 'ignore',
    });
    writeFileSync(file, withProperty(readFileSync(file), 'pl061@', 'gpio-line-names', LINE_NAMES));
    return file;
  }

  async #watchPins(qtest) {
    const { return: devices } = await this.monitor('qom-list', { path: '/machine/unattached' });
    this.pins = `/machine/unattached/${devices.find(({ type }) => type === 'child<pl061>').name}`;
    this.qtest = await connect(qtest);
    createInterface({ input: this.qtest }).on('line', (line) => {
      if (line.startsWith('OK')) return this.#answers.shift()?.(line.slice(3));
      const [, level, pin] = /^IRQ (raise|lower) (\d+)/.exec(line) ?? [];
      if (!level) return;
      this.outputs.push({ pin: Number(pin), level: level === 'raise' ? 1 : 0, at: performance.now() });
      this.#wake();
    });
    await this.#ask(`irq_intercept_out ${this.pins}`);
  }

  async #openMonitor(path) {
    const socket = await connect(path);
    const asked = [];
    createInterface({ input: socket }).on('line', (line) => {
      const answer = JSON.parse(line);
      if ('return' in answer || 'error' in answer) asked.shift()?.(answer);
    });
    /** A command to QEMU's monitor: devices come and go. */
    this.monitor = async (execute, args) => {
      const answered = new Promise((resolve) => asked.push(resolve));
      socket.write(`${JSON.stringify({ execute, arguments: args })}\n`);
      const answer = await answered;
      if (answer.error) throw new Error(answer.error.desc);
      return answer;
    };
    this.closeMonitor = () => socket.destroy();
    await this.monitor('qmp_capabilities');
  }

  set(pin, level) {
    return this.#ask(`set_irq_in ${this.pins} unnamed-gpio-in ${pin} ${level}`);
  }

  #ask(command) {
    return new Promise((resolve) => {
      this.#answers.push(resolve);
      this.qtest.write(`${command}\n`);
    });
  }

  /** Sends the guest a line on its console. */
  send(line) {
    this.qemu.stdin.write(`${line}\n`);
  }

  /** Waits for a line of the guest that begins so; returns what follows, as JSON where it is. */
  async heard(prefix) {
    const find = () => this.log.find((line) => line.startsWith(prefix));
    await this.until(() => find() !== undefined, `"${prefix}" from the guest`);
    const rest = find().slice(prefix.length).trim();
    return rest.startsWith('{') || rest.startsWith('[') ? JSON.parse(rest) : rest;
  }

  /** All reports of the guest under a name. */
  reports(name) {
    return this.log
      .filter((line) => line.startsWith(`${name} {`) && line.endsWith('}'))
      .map((line) => JSON.parse(line.slice(name.length + 1)));
  }

  async until(condition, what) {
    const deadline = performance.now() + PATIENCE;
    while (!condition()) {
      if (performance.now() > deadline || this.qemu.exitCode !== null)
        throw new Error(
          `no ${what} within ${PATIENCE} ms; the guest said:\n${this.log.slice(-30).join('\n')}`,
        );
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, 100);
        this.#waiters.add(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /** Switchings of one output since a moment. */
  since(pin, moment) {
    return this.outputs.filter((each) => each.pin === pin && each.at >= moment);
  }

  async stop() {
    this.qtest?.destroy();
    this.closeMonitor?.();
    this.qemu.kill('SIGKILL');
    await this.gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #say(line) {
    this.log.push(line);
    if (process.env.HARDWARE_LOG) console.error(line);
    this.#wake();
  }

  #wake() {
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }
}

async function connect(file) {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (existsSync(file)) {
      const socket = net.connect(file);
      const connected = await new Promise((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      if (connected) {
        socket.on('error', () => undefined);
        return socket;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`QEMU does not listen on ${file}`);
}
