// Runs as the only program of the machine: exercises the drivers and reports the findings, one a line.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { systemClock } from '../../../protocol/dist/clock.js';
import { GpioDriver } from '../../dist/drivers/gpio-cdev.js';
import { findLine } from '../../dist/drivers/gpio-lines.js';
import { SysfsGpioDriver } from '../../dist/drivers/gpio-sysfs.js';
import { gpioKernel } from '../../dist/drivers/gpio-uapi.js';
import { loadLibc } from '../../dist/drivers/libc.js';
import { safeScript } from '../../dist/drivers/safe-script.js';

const say = (name, value = {}) => writeSync(1, `@${name} ${JSON.stringify(value)}\n`);
const sleep = (milliseconds) => systemClock.sleep(milliseconds);

const point = (line, fields = {}) => ({
  line,
  channel: null,
  address: 1,
  activeLow: false,
  bias: 'none',
  debounceMs: 0,
  ...fields,
});
const wiring = (driver, fields) => ({
  driver,
  chip: null,
  port: null,
  baudRate: null,
  relayCount: null,
  inputs: [],
  relays: [],
  ...fields,
});
const CONTACT = 5;
const BUTTON = 4;
const STRIKE = 6;
const HOLD = 7;
const ACTIVE_LOW = 2;

if (process.argv[2] === 'pulse') await pulse(Number(process.argv[3]));
else await all();

/** A process of its own, to be killed in the middle. */
async function pulse(milliseconds) {
  const strike = { door: 1, relay: 'strike', failSafe: false, point: point(STRIKE) };
  const hold = { door: 1, relay: 'hold', failSafe: false, point: point(HOLD) };
  const driver = new GpioDriver({ wiring: wiring('gpio', { relays: [strike, hold] }), clock: systemClock });
  await driver.open({ onEdge: () => undefined, onMissedEdges: () => undefined });
  writeFileSync('/tmp/safe.sh', safeScript(driver.safeActs()));
  await driver.setRelay(1, 'hold', true);
  await driver.pulse(1, milliseconds);
  writeSync(1, 'on\n');
  setInterval(() => undefined, 1000);
}

async function all() {
  const input = createInterface({ input: process.stdin });
  const waiting = new Map();
  input.on('line', (line) => waiting.get(line.trim())?.());
  const hears = (word) => new Promise((resolve) => waiting.set(word, resolve));

  const field = (name) => readFileSync(`/sys/class/gpio/${chipFolder()}/${name}`, 'utf8').trim();
  const label = field('label');
  say('chip', {
    label,
    base: Number(field('base')),
    lines: Number(field('ngpio')),
    kernel: readFileSync('/proc/version', 'utf8').split(' ')[2],
  });

  await linked(label);
  await characterDevice(label, hears);
  await onoff(label, hears);
  await killed(hears);
  input.close();
  say('done');
  process.exit(0);
}

/** Everything after this runs with the link that Raspberry Pi OS has. */
async function linked(label) {
  // raspberrypi-sys-mods, usr/lib/udev/rules.d/60-gpiochip4.rules: SUBSYSTEM=="gpio", KERNEL=="gpiochip0",
  // PROGRAM="/usr/bin/test ! -c /dev/gpiochip4", SYMLINK+="gpiochip4"
  symlinkSync('gpiochip0', '/dev/gpiochip4');
  const kernel = gpioKernel(await loadLibc());
  const found = (chip, line) => {
    try {
      const { chip: on, offset } = findLine(kernel, chip, line);
      return `${on.path} ${offset}`;
    } catch (error) {
      return error.message;
    }
  };
  say('linked', {
    chips: kernel.chips(),
    byName: found(null, `GPIO${CONTACT}`),
    byNameOnChip: found(label, `GPIO${CONTACT}`),
    byNumberOnChip: found(label, CONTACT),
    byLink: found('gpiochip4', `GPIO${CONTACT}`),
    byPathOfLink: found('/dev/gpiochip4', CONTACT),
  });
}

async function characterDevice(label, hears) {
  const edges = [];
  let missed = 0;
  const driver = new GpioDriver({
    clock: systemClock,
    wiring: wiring('gpio', {
      chip: label,
      inputs: [{ door: 1, input: 'contact', point: point(CONTACT) }],
      relays: [
        { door: 1, relay: 'strike', failSafe: false, point: point(STRIKE) },
        { door: 2, relay: 'strike', failSafe: false, point: point(ACTIVE_LOW, { activeLow: true }) },
      ],
    }),
  });
  const began = systemClock.monotonic();
  await driver.open({
    onEdge: ({ active, at }) => {
      edges.push({ active, at, reported: systemClock.monotonic() });
      say(`edge-${edges.length}`);
    },
    onMissedEdges: () => missed++,
  });
  say('cdev-open', { ms: systemClock.monotonic() - began });
  const go = hears('busy');
  say('cdev-edges');
  await go;
  // The process is blocked while edges come: the kernel keeps them.
  say('cdev-busy');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2600);
  await sleep(600);
  say('cdev-seen', { missed, edges });
  for (const on of [true, false]) {
    await driver.setRelay(1, 'strike', on);
    await driver.setRelay(2, 'strike', on);
    await sleep(60);
  }
  say('cdev-levels', await driver.levels());
  let busy = '';
  const second = new GpioDriver({
    clock: systemClock,
    wiring: wiring('gpio', { chip: label, inputs: [{ door: 1, input: 'contact', point: point(CONTACT) }] }),
  });
  await second
    .open({ onEdge: () => undefined, onMissedEdges: () => undefined })
    .catch((error) => (busy = error.message));
  // The same line beside a free one: only its terminal waits.
  const notices = [];
  const mixed = new GpioDriver({
    clock: systemClock,
    wiring: wiring('gpio', {
      inputs: [{ door: 1, input: 'contact', point: point(`GPIO${CONTACT}`) }],
      relays: [{ door: 2, relay: 'hold', failSafe: false, point: point(`GPIO${HOLD}`) }],
    }),
  });
  const wasRead = new Promise((resolve) => {
    void mixed
      .open({ onEdge: () => undefined, onMissedEdges: resolve, onNotice: (line) => notices.push(line) })
      .then(async () => {
        await mixed.setRelay(2, 'hold', true);
        say('cdev-mixed', { notices, levels: await mixed.levels(), holdIsOn: isOn(HOLD) });
      });
  });
  let unknown = '';
  const third = new GpioDriver({
    clock: systemClock,
    wiring: wiring('gpio', { chip: 'pinctrl-rp1', inputs: [{ door: 1, input: 'contact', point: point(1) }] }),
  });
  await third
    .open({ onEdge: () => undefined, onMissedEdges: () => undefined })
    .catch((error) => (unknown = error.message));
  say('cdev-errors', { busy, unknown });
  await sleep(200);
  await driver.close();
  await wasRead;
  say('cdev-freed', { notices: notices.slice(1), levels: await mixed.levels(), holdIsOn: isOn(HOLD) });
  await mixed.close();

  const settled = [];
  const bouncing = new GpioDriver({
    clock: systemClock,
    wiring: wiring('gpio', {
      inputs: [{ door: 1, input: 'exit_button', point: point(BUTTON, { debounceMs: 200 }) }],
      chip: label,
    }),
  });
  await bouncing.open({ onEdge: ({ active }) => settled.push(active), onMissedEdges: () => undefined });
  const ready = hears('bounced');
  say('cdev-bounce');
  await ready;
  await sleep(500);
  say('cdev-bounced', { settled });
  await bouncing.close();
}

async function onoff(label, hears) {
  const edges = [];
  const driver = new SysfsGpioDriver({
    clock: systemClock,
    wiring: wiring('gpio-sysfs', {
      chip: label,
      inputs: [{ door: 1, input: 'contact', point: point(CONTACT) }],
      relays: [
        { door: 1, relay: 'strike', failSafe: false, point: point(STRIKE) },
        { door: 2, relay: 'strike', failSafe: false, point: point(ACTIVE_LOW, { activeLow: true }) },
      ],
    }),
  });
  await driver.open({ onEdge: ({ active }) => edges.push(active), onMissedEdges: () => undefined });
  const go = hears('moved');
  say('sysfs-edges');
  await go;
  await sleep(300);
  say('sysfs-seen', { edges });
  for (const on of [true, false]) {
    await driver.setRelay(1, 'strike', on);
    await driver.setRelay(2, 'strike', on);
    await sleep(60);
  }
  say('sysfs-levels', await driver.levels());
  await driver.close();
  for (const name of readdirSync('/sys/class/gpio').filter((each) => /^gpio\d+$/.test(each)))
    writeFileSync('/sys/class/gpio/unexport', name.slice(4));
}

function chipFolder() {
  return readdirSync('/sys/class/gpio').find((name) => /^gpiochip/.test(name));
}

async function killed(hears) {
  const start = async (milliseconds) => {
    const child = spawn(process.execPath, [process.argv[1], 'pulse', String(milliseconds)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return child;
  };
  // The agent dies in the middle of a pulse.
  const dying = await start(8000);
  await sleep(400);
  const wereOn = isOn(STRIKE) && isOn(HOLD);
  say('kill');
  const killedAt = systemClock.monotonic();
  dying.kill('SIGKILL');
  const seen = hears('next');
  say('killed', { wereOn, ...(await offAfter([STRIKE, HOLD], killedAt)) });
  await seen;
  // The agent hangs in the middle of a pulse.
  const hanging = await start(1000);
  const hangsAt = systemClock.monotonic();
  say('hang');
  hanging.kill('SIGSTOP');
  const seenAgain = hears('next');
  say('hung', { ...(await offAfter([STRIKE], hangsAt)), holds: isOn(HOLD) });
  await seenAgain;
  hanging.kill('SIGKILL');
  await offAfter([HOLD], hangsAt);
  // Everything dies, the guard as well: only the supervisor's script is left.
  const both = await start(8000);
  const guard = readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isGuardOf(pid));
  process.kill(Number(guard), 'SIGKILL');
  both.kill('SIGKILL');
  await sleep(500);
  const go = hears('script');
  say('all-dead', { guard: Boolean(guard) });
  await go;
  say('script-start');
  const script = spawn('sh', ['/tmp/safe.sh'], { stdio: 'inherit' });
  say('script-done', { code: await new Promise((resolve) => script.once('exit', resolve)) });
}

/** Whether a process holds the line as an output and drives it high. */
function isOn(line) {
  const lines = readFileSync('/sys/kernel/debug/gpio', 'utf8').split('\n');
  const base = Number(readFileSync(`/sys/class/gpio/${chipFolder()}/base`, 'utf8'));
  return lines.some((each) => new RegExp(`^ *gpio-${base + line} .*out hi`).test(each));
}

/** By the machine's own clock, after how many milliseconds each of these was off. */
async function offAfter(lines, from) {
  const off = {};
  while (lines.some((line) => off[line] === undefined) && systemClock.monotonic() - from < 20_000) {
    for (const line of lines) if (!isOn(line)) off[line] ??= systemClock.monotonic() - from;
    await sleep(5);
  }
  return { off };
}

function isGuardOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('relay guard');
  } catch {
    return false;
  }
}
