import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Clock } from '@door-access/protocol';
import type { GatewayConfig } from '../config/config.js';
import { findPort, listPorts } from '../drivers/boards/serial-find.js';
import { findLine } from '../drivers/gpio-lines.js';
import { CONSUMER, type GpioKernel, gpioKernel } from '../drivers/gpio-uapi.js';
import { startGuard } from '../drivers/guard.js';
import { loadLibc } from '../drivers/libc.js';
import { type HardwareDriver, type PortMatch, portName, type Wiring } from '../drivers/wiring.js';
import { bootRisk } from './boot-pulls.js';
import { diskFinding } from './disk.js';
import { checkCloud } from './doctor-cloud.js';
import { boardLevels, lineLevels } from './doctor-levels.js';
import { type Finding, fault, fine, warning } from './finding.js';

/* Looks at everything a gateway needs and says in words what is wrong and what to do. It moves no relay. */

export interface DoctorOptions {
  readonly config: GatewayConfig;
  readonly clock: Clock;
  /** True while an agent runs on this configuration: its hardware and its place at the cloud are taken. */
  readonly isRunning: boolean;
  readonly newId: () => string;
}

/** No gateway was made before; a clock that says so has no battery and has not been set. */
const EARLIEST_TIME = Date.UTC(2026, 0, 1);
const SYNCHRONISED = '/run/systemd/timesync/synchronized';

export async function examine(options: DoctorOptions): Promise<Finding[]> {
  const { config } = options;
  return [
    fine(
      'configuration',
      `${config.file} is right: ${config.doors.length === 1 ? 'one door' : `${config.doors.length} doors`}`,
    ),
    checkClock(options.clock),
    checkDisk(config.dataDir),
    ...(await checkDoors(options)),
    ...(await checkPulses(config, options.clock)),
    ...(await checkCloud(options)),
  ];
}

function checkClock(clock: Clock): Finding {
  const now = new Date(clock.now()).toISOString();
  if (clock.now() < EARLIEST_TIME)
    return fault(
      'clock',
      `it says ${now}`,
      'set the time, or let systemd-timesyncd do it: TLS fails with a wrong clock',
    );
  if (existsSync('/run/systemd/system') && !existsSync(SYNCHRONISED))
    return warning(
      'clock',
      `it says ${now} and was not set from the network since the start`,
      'timedatectl set-ntp true; until the cloud is reached, events bear this clock’s time',
    );
  return fine('clock', `it says ${now}`);
}

function checkDisk(dataDir: string): Finding {
  let home = dataDir;
  while (!existsSync(home)) home = dirname(home);
  const { bavail, bsize, type } = statfsSync(home);
  return diskFinding({
    dataDir,
    type,
    freeMb: Math.round((bavail * bsize) / 1e6),
    refusal: refusalOf(home),
    commandLine: readOr('/proc/cmdline', ''),
  });
}

function refusalOf(folder: string): { code: string; message: string } | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return { code, message };
  }
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

async function checkDoors({ config, isRunning, clock }: DoctorOptions): Promise<Finding[]> {
  const needsGpio = config.doors.some(({ wirings }) => wirings.some(({ port }) => port === null));
  const kernel = needsGpio ? gpioKernel(await loadLibc()) : null;
  const findings: Finding[] = kernel ? checkChips(kernel) : [];
  for (const door of config.doors) {
    const about = `door ${door.door} (${door.name})`;
    if (door.driver === 'bench')
      findings.push(warning(about, 'is simulated', 'give it a driver: gpio, waveshare, …'));
    for (const wiring of door.wirings) {
      if (wiring.port) {
        const port = checkPort(about, wiring.driver, wiring.port);
        findings.push(port);
        if (!isRunning && port.level === 'ok') findings.push(...(await boardLevels(door, wiring, clock)));
      } else if (kernel) {
        findings.push(...checkLines(about, wiring, kernel, isRunning));
        if (!isRunning) findings.push(...lineLevels(door, wiring, kernel));
      }
    }
  }
  return findings;
}

function checkChips(kernel: GpioKernel): Finding[] {
  try {
    const chips = kernel.chips();
    if (chips.length > 0)
      return [
        fine('GPIO', chips.map(({ name, label, lines }) => `${label} (${name}, ${lines} lines)`).join(', ')),
      ];
    return [
      fault('GPIO', 'there is no GPIO chip', 'is this a machine with GPIO? modprobe its driver; see dmesg'),
    ];
  } catch (error) {
    return [
      fault(
        'GPIO',
        (error as Error).message,
        'let the agent’s user open /dev/gpiochip*: usermod -aG gpio door-agent',
      ),
    ];
  }
}

function checkLines(
  about: string,
  { chip: on, inputs, relays }: Wiring,
  kernel: GpioKernel,
  isRunning: boolean,
): Finding[] {
  const terminals = [
    ...inputs.map(({ input, point }) => ({ what: input, point, relay: null })),
    ...relays.map((wired) => ({ what: wired.relay, point: wired.point, relay: wired })),
  ];
  return terminals.flatMap(({ what, point, relay }) => {
    try {
      const { chip, offset } = findLine(kernel, on, point.line ?? 0);
      const { name, consumer, used } = kernel.line(chip.path, offset);
      const called = `${what} is line ${offset}${name ? ` (${name})` : ''} of ${chip.label}`;
      const risk = (relay && bootRisk(about, relay, chip.label, offset)) ?? [];
      if (!used)
        return [
          isRunning
            ? warning(about, `${called}, which the agent does not hold`, 'see the agent’s log')
            : fine(about, called),
        ].concat(risk);
      if (consumer === CONSUMER && isRunning)
        return [fine(about, `${called}, held by the agent`)].concat(risk);
      return fault(
        about,
        `${called}, in use by ${consumer || 'the kernel'}`,
        'free the line: another program, or an overlay in config.txt, has it',
      );
    } catch (error) {
      return fault(
        about,
        `${what}: ${(error as Error).message}`,
        'mend chip and line in the configuration; door-agent init lists both',
      );
    }
  });
}

function checkPort(about: string, driver: HardwareDriver, match: PortMatch): Finding {
  try {
    const path = findPort(match);
    try {
      accessSync(path, constants.R_OK | constants.W_OK);
    } catch {
      return fault(
        about,
        `${path} may not be opened by this user`,
        'usermod -aG dialout door-agent, then start the agent again',
      );
    }
    return fine(about, `${driver} board on ${path}`);
  } catch (error) {
    const ports = listPorts().map(
      (port) => `${port.path}${port.vendor ? ` (${port.vendor}:${port.product} ${port.serial ?? ''})` : ''}`,
    );
    return fault(
      about,
      (error as Error).message,
      `plug ${portName(match)} in; there is ${ports.length > 0 ? ports.join(', ') : 'no serial port at all'}`,
    );
  }
}

/** What ends a pulse when the agent cannot, per kind of hardware. */
async function checkPulses({ doors, dataDir }: GatewayConfig, clock: Clock): Promise<Finding[]> {
  const wirings = doors.flatMap((door) => door.wirings).filter(({ relays }) => relays.length > 0);
  const kinds = new Set(wirings.map(({ driver }) => driver));
  if (kinds.size === 0) return [];
  const guard = await startGuard(new Map(), clock);
  await guard?.close();
  const script = existsSync(join(dataDir, 'relays-safe.sh'))
    ? 'and the supervisor’s script after a crash'
    : '';
  return [...kinds].map((kind) => {
    const about = `pulses of ${kind}`;
    if (kind === 'waveshare')
      return fine(about, `the board times them itself; the guard lets holds go ${script}`.trim());
    if (guard) return fine(about, `a guard process ends them should the agent hang or die ${script}`.trim());
    return fault(
      about,
      'no guard process runs, so no strike goes on',
      'apt install perl-base, which the guard process needs',
    );
  });
}
