import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Clock } from '@door-access/protocol';
import type { GatewayConfig, GatewaySetup } from '../config/config.js';
import { PAIRED_SETTINGS } from '../config/config.schema.js';
import { DRIVERS } from '../config/config.wiring.js';
import type { TestOptions } from '../door-test/command.js';
import { listPorts } from '../drivers/boards/serial-find.js';
import { gpioKernel } from '../drivers/gpio-uapi.js';
import { loadLibc } from '../drivers/libc.js';
import { GPIO_DRIVERS } from '../drivers/wiring.js';
import { isInUse } from '../journal/level/level-folder.js';
import { examine } from './doctor.js';
import { type Finding, findingLines } from './finding.js';
import { configText, findHardware, hardwareLines } from './init.js';
import { type PairOptions, pair } from './pair.js';

/* The commands for setting a gateway up. Each returns whether all was well. */

export interface ToolOptions {
  readonly clock: Clock;
  /** Machine-readable output instead of words. */
  readonly json: boolean;
  readonly print: (text: string) => void;
}

export async function doctor(config: GatewayConfig, { clock, json, print }: ToolOptions): Promise<boolean> {
  const isRunning = agentRuns(config);
  const findings: Finding[] = await examine({ config, clock, isRunning, newId: randomUUID });
  const ok = findings.every(({ level }) => level !== 'fault');
  if (json) print(JSON.stringify({ ok, running: isRunning, findings }, null, 2));
  else
    print(
      [...findings.flatMap(findingLines), ok ? 'All well.' : 'Something is wrong: see FAULT above.'].join(
        '\n',
      ),
    );
  return ok;
}

/** An agent holds the lock of its journal. */
const agentRuns = ({ dataDir }: Pick<GatewaySetup, 'dataDir'>): boolean => isInUse(join(dataDir, 'journal'));

/** Tests doors by hand, one after another, each with its signed report. */
export async function testDoors(
  config: GatewayConfig,
  options: Omit<TestOptions, 'clock' | 'say' | 'signal'>,
  { clock, json, print }: ToolOptions,
): Promise<boolean> {
  if (agentRuns(config))
    throw new Error('the agent runs and holds the hardware: stop it first (systemctl stop door-agent)');
  const { testDoors: test } = await import('../door-test/command.js');
  const interrupted = new AbortController();
  const stop = () => interrupted.abort(new Error('interrupted'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  const say = (line: string) => process.stderr.write(`${line}\n`);
  const doors = await test(config, { ...options, clock, say, signal: interrupted.signal });
  const passed = doors.every(({ result }) => result === 'passed');
  if (json) {
    const shown = doors.map(({ document, ...door }) => ({ ...door, ...JSON.parse(document) }));
    print(JSON.stringify({ passed, doors: shown }, null, 2));
  } else if (passed) print('All doors passed.');
  else
    print(
      doors.some(({ result }) => result === 'failed')
        ? 'At least one door failed.'
        : 'Nothing failed, but not all was tested.',
    );
  return passed;
}

/** Trades a code for the gateway's credential. */
export async function pairGateway(
  options: Omit<PairOptions, 'clock'>,
  { clock, json, print }: ToolOptions,
): Promise<boolean> {
  const { gatewayId, name, cloudUrl, file, isAgain } = await pair({ ...options, clock });
  const isRunning = agentRuns(options.setup);
  if (json) print(JSON.stringify({ gateway_id: gatewayId, name, cloud_url: cloudUrl, file, again: isAgain }));
  else {
    print(`Paired: this is ${name} (${gatewayId}) now, at ${cloudUrl}. Its credential is in ${file}.`);
    for (const line of leftovers(options.setup.file))
      print(`Take this line out of ${options.setup.file}, it no longer counts: ${line}`);
    print(
      isRunning
        ? 'Start the agent again, as it still has the old credential: systemctl restart door-agent'
        : `Next: door-agent doctor --config ${options.setup.file}`,
    );
  }
  return true;
}

/** Settings that were the credential before pairing, without their values. */
function leftovers(file: string): string[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return PAIRED_SETTINGS.flatMap((name) => {
    const at = lines.findIndex((line) => line.startsWith(`${name}:`));
    return at < 0 ? [] : [`${at + 1} (${name})`];
  });
}

/** Looks for hardware, asks, and writes a configuration to go on from. */
export async function init(output: string, { json, print }: ToolOptions): Promise<boolean> {
  const kernel = await loadLibc().then(gpioKernel, () => null);
  const found = findHardware(kernel, listPorts());
  if (json) {
    print(JSON.stringify(found, null, 2));
    return true;
  }
  if (existsSync(output)) throw new Error(`${output} is there already: name another file with --output`);
  print(hardwareLines(found).join('\n'));
  const reader = questions();
  const ask = async (question: string, preset: string) =>
    (await reader.ask(`${question} [${preset}] `)).trim() || preset;
  try {
    const count = Math.max(1, Number(await ask('How many doors', '1')) || 1);
    const doors = [];
    for (let number = 1; number <= count; number++) {
      const name = await ask(`Name of door ${number}`, `Door ${number}`);
      let driver = '';
      while (!(DRIVERS as readonly string[]).includes(driver)) {
        if (driver) print(`there is no driver ${driver}`);
        driver = await ask(
          `Driver of door ${number} (${DRIVERS.join(', ')})`,
          found.chips.length > 0 ? 'gpio' : 'waveshare',
        );
      }
      const level = isGpio(driver)
        ? await ask(
            `Level on which the relays of door ${number} switch (high, low; many relay boards: low)`,
            'high',
          )
        : 'high';
      doors.push({ name, driver, activeLow: level === 'low' });
    }
    const answers = { dataDir: '/var/lib/door-agent', doors };
    writeFileSync(output, configText(answers, found), { flag: 'wx', mode: 0o640 });
  } finally {
    reader.close();
  }
  print(
    `${output} is written. Change what says CHANGE there, then pair the gateway with the code from the dashboard (door-agent pair CODE --url https://… --config ${output}), then run: door-agent doctor --config ${output}`,
  );
  return true;
}

const isGpio = (driver: string): boolean => (GPIO_DRIVERS as readonly string[]).includes(driver);

/** Asks on the terminal; answers may come from a file or a pipe just as well. */
function questions() {
  const reader = createInterface({ input: process.stdin });
  const lines = reader[Symbol.asyncIterator]();
  return {
    async ask(question: string): Promise<string> {
      process.stderr.write(question);
      const { value, done } = await lines.next();
      if (done) throw new Error('the input ended before all was answered');
      return value;
    },
    close: () => reader.close(),
  };
}
