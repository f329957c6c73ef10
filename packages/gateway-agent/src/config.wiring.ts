import { z } from 'zod';
import { type Mistake, settings, text, whole, yesNo } from './config.values.js';
import {
  BIASES,
  BOARD_DRIVERS,
  GPIO_DRIVERS,
  type HardwareDriver,
  type Point,
  type PortMatch,
  type Wiring,
} from './drivers/wiring.js';

/* The part of a door's configuration that says how it is wired, per driver. */

export const DRIVERS = ['bench', ...GPIO_DRIVERS, ...BOARD_DRIVERS] as const;
export type DriverName = (typeof DRIVERS)[number];

interface Family {
  /** What a terminal is called. */
  readonly point: 'line' | 'channel' | null;
  readonly least: number;
  readonly most: number;
  readonly inputs: boolean;
  readonly bias: boolean;
  readonly address: boolean;
  /** How many relays its boards have. */
  readonly sizes: readonly number[];
  /** What is taken where the configuration does not say how many. */
  readonly usualSize: number;
}

const board = (
  sizes: readonly number[],
  {
    least,
    inputs = false,
    address = false,
    usualSize = Math.max(...sizes),
  }: { least: number; inputs?: boolean; address?: boolean; usualSize?: number },
): Family => ({
  point: 'channel',
  least,
  most: least + usualSize - 1,
  inputs,
  bias: false,
  address,
  sizes,
  usualSize,
});
const gpio = (bias: boolean): Family => ({
  point: 'line',
  least: 0,
  most: 1023,
  inputs: true,
  bias,
  address: false,
  sizes: [],
  usualSize: 0,
});

const FAMILIES: Record<DriverName, Family> = {
  bench: {
    point: null,
    least: 0,
    most: 0,
    inputs: true,
    bias: false,
    address: false,
    sizes: [],
    usualSize: 0,
  },
  gpio: gpio(true),
  'gpio-sysfs': gpio(false),
  waveshare: board([1, 2, 4, 8, 16, 30, 32], { least: 1, inputs: true, address: true }),
  lcus: board([1, 2, 4, 8, 16], { least: 1 }),
  // The module of 64 names its relays in another way, so that it has to be named.
  numato: board([1, 2, 4, 8, 16, 32, 64], { least: 0, inputs: true, usualSize: 32 }),
  kmtronic: board([1, 2, 4, 8], { least: 1 }),
};

const terminal = {
  line: z
    .union([whole(0, 1023), text('the number or the name of a line')], {
      error: 'expected the number or the name of a line',
    })
    .optional(),
  channel: whole(0, 64).optional(),
  active_low: yesNo.optional(),
};
export const inputTerminal = {
  ...terminal,
  bias: z.enum(BIASES, { error: `expected ${BIASES.join(', ')}` }).optional(),
};
export const Relay = z.union([yesNo, settings(terminal, 'settings of the relay (line or channel)')], {
  error: 'expected true, false or the relay’s settings (line or channel, active_low)',
});

const hex = (what: string) =>
  z
    .union([z.string(), z.int()])
    .transform((id) => String(id).toLowerCase().padStart(4, '0'))
    .refine((id) => /^[0-9a-f]{4}$/.test(id), {
      error: `expected ${what} as four hexadecimal digits in quotes`,
    });
const Port = z.union(
  [
    text('the path of a serial port'),
    settings(
      { vendor: hex('the vendor'), product: hex('the product'), serial: text('a serial number').optional() },
      'vendor, product and serial of the USB plug',
    ),
  ],
  { error: 'expected a path, or vendor, product and serial of the USB plug' },
);

/** Settings of a door that only some drivers have. */
export const wiringShape = {
  driver: z.enum(DRIVERS, { error: `expected a driver: ${DRIVERS.join(', ')}` }),
  chip: text('the label of a GPIO chip').optional(),
  port: Port.optional(),
  address: whole(1, 247).optional(),
  baud_rate: whole(1200, 921_600).optional(),
  relay_count: whole(1, 64).optional(),
  /** What the lock does without power: a fail_safe lock opens. */
  lock: z
    .enum(['fail_secure', 'fail_safe'], {
      error: 'expected fail_secure (locked without power) or fail_safe (open without power)',
    })
    .default('fail_secure'),
};

type Settings = Record<string, unknown>;
const POINTS = ['contact', 'exit_button', 'strike', 'hold'] as const;
const isGroup = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Mistakes between the driver and the settings of one door, and between doors. */
export function wiringMistakes(doors: readonly unknown[]): Mistake[] {
  const mistakes: Mistake[] = [];
  const taken = new Map<string, string>();
  const ports = new Map<string, { index: number; driver: string; baud: unknown }>();
  for (const [index, value] of doors.entries()) {
    if (!isGroup(value)) continue;
    const name = value.driver as DriverName;
    const family = FAMILIES[name];
    if (!family) continue;
    const say = (path: (string | number)[], message: string) =>
      mistakes.push({ path: ['doors', index, ...path], message });
    for (const field of settingsWithoutMeaning(value, family))
      say([field], `has no meaning with driver ${name}`);
    const size = value.relay_count;
    if (size !== undefined && family.sizes.length > 0 && !family.sizes.includes(size as number))
      say(['relay_count'], `expected how many relays the board has: ${family.sizes.join(', ')}`);
    if (family.point === 'channel' && value.port === undefined)
      say(['port'], `expected a port: driver ${name} talks to a board on a serial port`);
    for (const point of POINTS) {
      const wired = value[point];
      const isRelay = point === 'strike' || point === 'hold';
      if (wired === false || (wired === undefined && point !== 'strike')) continue;
      if (!family.inputs && !isRelay) {
        say([point], `driver ${name} has no inputs: wire it to a board or a chip that has`);
        continue;
      }
      pointMistakes(point, wired, name, ofSize(family, isRelay ? value.relay_count : undefined), say);
      const key = family.point ? terminalKey(value, wired, family.point) : null;
      if (key === null) continue;
      // Relays and inputs of a board are counted apart; lines of a chip are not.
      const full = family.point === 'line' ? key : `${key} ${isRelay ? 'relay' : 'input'}`;
      const first = taken.get(full);
      if (first)
        say([point, family.point as string], `the same ${family.point} as ${first}; expected another`);
      else taken.set(full, `doors[${index}].${point}`);
    }
    if (value.port !== undefined) {
      const key = JSON.stringify(value.port);
      const known = ports.get(key);
      if (!known) ports.set(key, { index, driver: name, baud: value.baud_rate });
      else if (known.driver !== name)
        say(
          ['driver'],
          `doors[${known.index}] talks to the same port with driver ${known.driver}; expected the same`,
        );
      else if (known.baud !== value.baud_rate)
        say(
          [value.baud_rate === undefined ? 'port' : 'baud_rate'],
          `doors[${known.index}] talks to the same port at another speed; expected the same`,
        );
    }
  }
  return mistakes;
}

/** The family with the channels that a board of this size has. */
const ofSize = (family: Family, size: unknown): Family =>
  typeof size === 'number' && family.sizes.includes(size)
    ? { ...family, most: family.least + size - 1 }
    : family;

function settingsWithoutMeaning(door: Settings, family: Family): string[] {
  const fields: string[] = [];
  if (family.point !== 'line') fields.push('chip');
  if (family.point !== 'channel') fields.push('port', 'baud_rate', 'relay_count');
  if (!family.address) fields.push('address');
  if (family.point === null) fields.push('lock');
  return fields.filter((field) => door[field] !== undefined);
}

function pointMistakes(
  point: string,
  wired: unknown,
  name: DriverName,
  family: Family,
  say: (path: string[], message: string) => void,
): void {
  const group: Settings = isGroup(wired) ? wired : {};
  const isRelay = point === 'strike' || point === 'hold';
  const meaningless = (['line', 'channel'] as const).filter((field) => field !== family.point);
  for (const field of meaningless)
    if (group[field] !== undefined) say([point, field], `has no meaning with driver ${name}`);
  if (group.bias !== undefined && !family.bias) say([point, 'bias'], `has no meaning with driver ${name}`);
  if (group.active_low !== undefined && (family.point === null || (isRelay && family.point !== 'line')))
    say([point, 'active_low'], `has no meaning with driver ${name}`);
  if (family.point === null) return;
  const terminal = group[family.point];
  if (terminal === undefined)
    say(
      [point, family.point],
      `expected the ${family.point} that it is wired to (or ${point}: false where there is none)`,
    );
  else if (typeof terminal === 'number' && (terminal < family.least || terminal > family.most)) {
    const larger = family.sizes.find((size) => terminal < family.least + size && size > family.usualSize);
    const unless = isRelay && larger ? ` (or relay_count: ${larger}, if the board has so many)` : '';
    say([point, family.point], `expected a ${family.point} from ${family.least} to ${family.most}${unless}`);
  }
}

function terminalKey(door: Settings, wired: unknown, kind: 'line' | 'channel'): string | null {
  const terminal = isGroup(wired) ? wired[kind] : undefined;
  if (terminal === undefined) return null;
  // Both GPIO drivers reach the same lines.
  const home = kind === 'line' ? ['gpio', door.chip ?? null] : ['board', door.port, door.address ?? 1];
  return JSON.stringify([...home, terminal]);
}

interface RawPoint {
  readonly line?: string | number | undefined;
  readonly channel?: number | undefined;
  readonly active_low?: boolean | undefined;
  readonly bias?: Point['bias'] | undefined;
  readonly debounce_ms?: number;
}

export interface RawWiring {
  readonly door: number;
  readonly driver: DriverName;
  readonly chip?: string | undefined;
  readonly port?: string | { vendor: string; product: string; serial?: string | undefined } | undefined;
  readonly address?: number | undefined;
  readonly baud_rate?: number | undefined;
  readonly relay_count?: number | undefined;
  readonly lock: 'fail_secure' | 'fail_safe';
  readonly contact?: RawPoint | undefined;
  readonly exit_button?: RawPoint | undefined;
  readonly strike: boolean | RawPoint;
  readonly hold: boolean | RawPoint;
}

/** The wiring that one checked door brings; null for simulated hardware. */
export function wiringOf(raw: RawWiring): Wiring | null {
  if (raw.driver === 'bench') return null;
  const { door, port, address = 1 } = raw;
  const failSafe = raw.lock === 'fail_safe';
  const isLine = FAMILIES[raw.driver].point === 'line';
  const input = (name: 'contact' | 'exit_button') => {
    const wired = raw[name];
    return wired ? [{ door, input: name, point: pointOf(wired, isLine, address) }] : [];
  };
  const relay = (name: 'strike' | 'hold') => {
    const wired = raw[name];
    return typeof wired === 'object'
      ? [{ door, relay: name, failSafe, point: pointOf(wired, false, address) }]
      : [];
  };
  return {
    driver: raw.driver as HardwareDriver,
    chip: raw.chip ?? null,
    port: port === undefined ? null : portMatch(port),
    baudRate: raw.baud_rate ?? null,
    relayCount: raw.relay_count ?? null,
    inputs: [...input('contact'), ...input('exit_button')],
    relays: [...relay('strike'), ...relay('hold')],
  };
}

const portMatch = (port: NonNullable<RawWiring['port']>): PortMatch =>
  typeof port === 'string'
    ? { path: port }
    : { vendor: port.vendor, product: port.product, serial: port.serial ?? null };

/** A switch to ground with a pull-up is the usual way, so a closed circuit reads low unless told otherwise. */
function pointOf(raw: RawPoint, isGpioInput: boolean, address: number): Point {
  const bias = raw.bias ?? (isGpioInput ? 'pull_up' : 'none');
  return {
    line: raw.line ?? null,
    channel: raw.channel ?? null,
    address,
    activeLow: raw.active_low ?? (isGpioInput && bias === 'pull_up'),
    bias,
    debounceMs: raw.debounce_ms ?? 0,
  };
}
