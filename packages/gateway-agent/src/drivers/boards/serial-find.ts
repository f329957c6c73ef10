import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PortMatch, portName } from '../wiring.js';

/* Serial ports by their USB plugs: `ttyUSB0` may be another board after a replug. */

export interface SerialPortInfo {
  readonly path: string;
  /** Lower-case hexadecimal; null for a port that is not USB. */
  readonly vendor: string | null;
  readonly product: string | null;
  readonly serial: string | null;
  /** Name of the product, from the plug. */
  readonly description: string | null;
}

export interface SerialRoots {
  readonly sys: string;
  readonly dev: string;
}
const ROOTS: SerialRoots = { sys: '/sys/class/tty', dev: '/dev' };
/** From a port's device up to the USB device it belongs to. */
const LONGEST_CLIMB = 8;

/** All serial ports with a device behind them; walks /sys, as udev may not be there. */
export function listPorts({ sys, dev }: SerialRoots = ROOTS): SerialPortInfo[] {
  let names: string[];
  try {
    names = readdirSync(sys);
  } catch {
    return [];
  }
  return names
    .filter((name) => existsSync(join(sys, name, 'device')) && !isEmptyUart(join(sys, name)))
    .sort()
    .map((name) => ({ path: join(dev, name), ...usbOf(join(sys, name, 'device')) }));
}

/** The path of the port now; throws where there is none, or more than one. */
export function findPort(match: PortMatch, roots: SerialRoots = ROOTS): string {
  if ('path' in match) {
    if (!existsSync(match.path)) throw new Error(`there is no port ${match.path}`);
    return match.path;
  }
  const ports = listPorts(roots).filter(
    ({ vendor, product, serial }) =>
      vendor === match.vendor &&
      product === match.product &&
      (match.serial === null || serial === match.serial),
  );
  const [first] = ports;
  if (!first) throw new Error(`no board is plugged in as ${portName(match)}`);
  if (ports.length > 1)
    throw new Error(
      `${ports.length} boards are plugged in as ${portName(match)} (${ports.map(({ path }) => path).join(', ')}): ` +
        'give the serial number, or a path under /dev/serial/by-path',
    );
  return first.path;
}

function usbOf(device: string): Omit<SerialPortInfo, 'path'> {
  let here: string;
  try {
    here = realpathSync(device);
  } catch {
    return { vendor: null, product: null, serial: null, description: null };
  }
  for (let climb = 0; climb < LONGEST_CLIMB && here !== '/'; climb++, here = dirname(here)) {
    const vendor = field(here, 'idVendor');
    if (vendor === null) continue;
    return {
      vendor,
      product: field(here, 'idProduct'),
      serial: field(here, 'serial'),
      description: field(here, 'product'),
    };
  }
  return { vendor: null, product: null, serial: null, description: null };
}

/** The kernel shows 8250 ports that no chip is behind; their type is 0. */
const isEmptyUart = (port: string): boolean => field(port, 'type') === '0';

function field(folder: string, name: string): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch {
    return null;
  }
}
