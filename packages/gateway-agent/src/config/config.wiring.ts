import { z } from 'zod';
import {
  BIASES,
  BOARD_DRIVERS,
  GPIO_DRIVERS,
  type HardwareDriver,
  mergeWirings,
  type Point,
  type PortMatch,
  type Wiring,
} from '../drivers/wiring.js';
import { type Mistake, settings, text, whole, yesNo } from './config.values.js';

/* The part of a door's configuration that says how it is wired, per driver. */

export const DRIVERS = ['bench', ...GPIO_DRIVERS, ...BOARD_DRIVERS] as const;
export type DriverName = (typeof DRIVERS)[number];

interface Family {
  /** What a terminal is called. */
  readonly point: 'line' | 'channel' | null;
  readonly least: number;
  readonly max: number;
  readonly inputs: boolean;
  readonly bias: boolean;
  readonly address: boolean;
  /** The relay counts of its boards. */
  readonly sizes: readonly number[];
  /** The relay count that is assumed if the configuration gives none. */
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
  max: least + usualSize - 1,
  inputs,
  bias: false,
  address,
  sizes,
  usualSize,
});
const gpio = (bias: boolean): Family => ({
  point: 'line',
  least: 0,
  max: 1023,
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
    max: 0,
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
  // The module of 64 relays names them differently, so its size must be configured.
  numato: board([1, 2, 4, 8, 16, 32, 64], { least: 0, inputs: true, usualSize: 32 }),
  kmtronic: board([1, 2, 4, 8], { least: 1 }),
};

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

/** The location of a chip or a board: for all terminals of a door, or for a terminal with its own driver. */
const hardware = {
  chip: text('the label of a GPIO chip').optional(),
  port: Port.optional(),
  address: whole(1, 247).optional(),
  baud_rate: whole(1200, 921_600).optional(),
  relay_count: whole(1, 64).optional(),
};
const driverOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `expected a driver: ${names.join(', ')}` });

const terminal = {
  driver: driverOf([...GPIO_DRIVERS, ...BOARD_DRIVERS]).optional(),
  ...hardware,
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

/** The wiring settings of a door; `driver` and its hardware apply to each terminal that names no driver. */
export const wiringShape = {
  driver: driverOf(DRIVERS),
  ...hardware,
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

/** A driver with the settings of its hardware, for a door or for one of its terminals. */
interface Place {
  readonly path: readonly string[];
  readonly settings: Settings;
  readonly driver: DriverName;
  readonly family: Family;
}

/** Null for an unknown driver. */
function placeOf(settings: Settings, path: readonly string[]): Place | null {
  const driver = settings.driver as DriverName;
  const family = FAMILIES[driver];
  return family ? { path, settings, driver, family } : null;
}

const hasOwnDriver = (wired: unknown): wired is Settings => isGroup(wired) && wired.driver !== undefined;

/** Mistakes between the drivers and the settings of one door, and between doors. */
export function wiringMistakes(doors: readonly unknown[]): Mistake[] {
  const mistakes: Mistake[] = [];
  const taken = new Map<string, string>();
  const ports = new Map<string, { place: Place; where: string }>();
  for (const [index, door] of doors.entries()) {
    if (!isGroup(door)) continue;
    const say: Say = (path, message) => mistakes.push({ path: ['doors', index, ...path], message });
    const points = POINTS.filter(
      (point) => door[point] !== false && (door[point] !== undefined || point === 'strike'),
    );
    const home = placeOf(door, []);
    if (home)
      placeMistakes(
        home,
        points.some((point) => !hasOwnDriver(door[point])),
        say,
      );
    if (home) portMistakes(home, `doors[${index}]`, ports, say);
    for (const point of points) {
      const wired = door[point];
      const isRelay = point === 'strike' || point === 'hold';
      const place = hasOwnDriver(wired) ? ownPlace(point, wired, home, say) : home;
      if (!hasOwnDriver(wired)) homelessSettings(point, wired, say);
      if (!place) continue;
      if (place !== home) placeMistakes(place, true, say);
      if (place !== home) portMistakes(place, `doors[${index}].${point}`, ports, say);
      const { family, driver, settings } = place;
      if (!family.inputs && !isRelay) {
        say(
          [point],
          `driver ${driver} has no inputs: give it a driver that has inputs, such as { driver: gpio, line: GPIO17 }`,
        );
        continue;
      }
      pointMistakes(point, wired, driver, ofSize(family, isRelay ? settings.relay_count : undefined), say);
      const key = family.point ? terminalKey(settings, wired, family.point) : null;
      if (key === null) continue;
      // Relays and inputs of a board are counted apart; lines of a chip are not.
      const full = family.point === 'line' ? key : `${key} ${isRelay ? 'relay' : 'input'}`;
      const first = taken.get(full);
      if (first)
        say([point, family.point as string], `the same ${family.point} as ${first}; expected another`);
      else taken.set(full, `doors[${index}].${point}`);
    }
  }
  return mistakes;
}

type Say = (path: readonly string[], message: string) => void;

function ownPlace(point: string, wired: Settings, home: Place | null, say: Say): Place | null {
  if (home?.family.point !== null) return placeOf(wired, [point]);
  say([point, 'driver'], 'has no meaning with driver bench: all of a simulated door is simulated');
  return null;
}

/** A terminal that names hardware must name its driver, so that no one has to guess what it takes from its door. */
function homelessSettings(point: string, wired: unknown, say: Say): void {
  if (!isGroup(wired)) return;
  for (const field of Object.keys(hardware).filter((each) => wired[each] !== undefined))
    say([point, field], 'expected driver beside it, or the setting on the door itself');
}

function placeMistakes({ path, settings, driver, family }: Place, isUsed: boolean, say: Say): void {
  for (const field of settingsWithoutMeaning(settings, family))
    say([...path, field], `has no meaning with driver ${driver}: remove it`);
  const size = settings.relay_count;
  if (size !== undefined && family.sizes.length > 0 && !family.sizes.includes(size as number))
    say([...path, 'relay_count'], `expected how many relays the board has: ${family.sizes.join(', ')}`);
  if (isUsed && family.point === 'channel' && settings.port === undefined)
    say([...path, 'port'], `expected a port: driver ${driver} talks to a board on a serial port`);
}

/** One port has one driver and one speed. */
function portMistakes(
  place: Place,
  where: string,
  ports: Map<string, { place: Place; where: string }>,
  say: Say,
): void {
  const { path, settings, driver } = place;
  if (settings.port === undefined) return;
  const key = JSON.stringify(settings.port);
  const known = ports.get(key);
  if (!known) ports.set(key, { place, where });
  else if (known.place.driver !== driver)
    say(
      [...path, 'driver'],
      `${known.where} talks to the same port with driver ${known.place.driver}; expected the same`,
    );
  else if (known.place.settings.baud_rate !== settings.baud_rate)
    say(
      [...path, settings.baud_rate === undefined ? 'port' : 'baud_rate'],
      `${known.where} talks to the same port at another speed; expected the same`,
    );
}

/** The family, limited to the channels of a board of this size. */
const ofSize = (family: Family, size: unknown): Family =>
  typeof size === 'number' && family.sizes.includes(size)
    ? { ...family, max: family.least + size - 1 }
    : family;

function settingsWithoutMeaning(place: Settings, family: Family): string[] {
  const fields: string[] = [];
  if (family.point !== 'line') fields.push('chip');
  if (family.point !== 'channel') fields.push('port', 'baud_rate', 'relay_count');
  if (!family.address) fields.push('address');
  if (family.point === null) fields.push('lock');
  return fields.filter((field) => place[field] !== undefined);
}

function pointMistakes(point: string, wired: unknown, name: DriverName, family: Family, say: Say): void {
  const group: Settings = isGroup(wired) ? wired : {};
  const isRelay = point === 'strike' || point === 'hold';
  const meaningless = (['line', 'channel'] as const).filter((field) => field !== family.point);
  for (const field of meaningless)
    if (group[field] !== undefined) say([point, field], `has no meaning with driver ${name}: remove it`);
  if (group.bias !== undefined && !family.bias)
    say([point, 'bias'], `has no meaning with driver ${name}: remove it`);
  if (group.active_low !== undefined && (family.point === null || (isRelay && family.point !== 'line')))
    say([point, 'active_low'], `has no meaning with driver ${name}: remove it`);
  if (family.point === null) return;
  const terminal = group[family.point];
  if (terminal === undefined)
    say(
      [point, family.point],
      `expected the ${family.point} that it is wired to (or ${point}: false where there is none)`,
    );
  else if (typeof terminal === 'number' && (terminal < family.least || terminal > family.max)) {
    const larger = family.sizes.find((size) => terminal < family.least + size && size > family.usualSize);
    const unless = isRelay && larger ? ` (or relay_count: ${larger}, if the board has so many)` : '';
    say([point, family.point], `expected a ${family.point} from ${family.least} to ${family.max}${unless}`);
  }
}

function terminalKey(place: Settings, wired: unknown, kind: 'line' | 'channel'): string | null {
  const terminal = isGroup(wired) ? wired[kind] : undefined;
  if (terminal === undefined) return null;
  // Both GPIO drivers reach the same lines.
  const home = kind === 'line' ? ['gpio', place.chip ?? null] : ['board', place.port, place.address ?? 1];
  return JSON.stringify([...home, terminal]);
}

interface RawHardware {
  readonly chip?: string | undefined;
  readonly port?: string | { vendor: string; product: string; serial?: string | undefined } | undefined;
  readonly address?: number | undefined;
  readonly baud_rate?: number | undefined;
  readonly relay_count?: number | undefined;
}

interface RawPoint extends RawHardware {
  readonly driver?: HardwareDriver | undefined;
  readonly line?: string | number | undefined;
  readonly channel?: number | undefined;
  readonly active_low?: boolean | undefined;
  readonly bias?: Point['bias'] | undefined;
  readonly debounce_ms?: number;
}

export interface RawWiring extends RawHardware {
  readonly door: number;
  readonly driver: DriverName;
  readonly lock: 'fail_secure' | 'fail_safe';
  readonly contact?: RawPoint | undefined;
  readonly exit_button?: RawPoint | undefined;
  readonly strike: boolean | RawPoint;
  readonly hold: boolean | RawPoint;
}

/** The wirings of one validated door, one for each chip or port; none for simulated hardware. */
export function wiringsOf(raw: RawWiring): Wiring[] {
  const { door, driver: home } = raw;
  if (home === 'bench') return [];
  const failSafe = raw.lock === 'fail_safe';
  const input = (name: 'contact' | 'exit_button') => {
    const wired = raw[name];
    if (!wired) return [];
    const { wiring, address } = hardwareOf(wired.driver ?? home, wired.driver ? wired : raw);
    const isLine = FAMILIES[wiring.driver].point === 'line';
    return [{ ...wiring, inputs: [{ door, input: name, point: pointOf(wired, isLine, address) }] }];
  };
  const relay = (name: 'strike' | 'hold') => {
    const wired = raw[name];
    if (typeof wired !== 'object') return [];
    const { wiring, address } = hardwareOf(wired.driver ?? home, wired.driver ? wired : raw);
    return [{ ...wiring, relays: [{ door, relay: name, failSafe, point: pointOf(wired, false, address) }] }];
  };
  return mergeWirings([...input('contact'), ...input('exit_button'), ...relay('strike'), ...relay('hold')]);
}

function hardwareOf(driver: HardwareDriver, raw: RawHardware): { wiring: Wiring; address: number } {
  return {
    address: raw.address ?? 1,
    wiring: {
      driver,
      chip: raw.chip ?? null,
      port: raw.port === undefined ? null : portMatch(raw.port),
      baudRate: raw.baud_rate ?? null,
      relayCount: raw.relay_count ?? null,
      inputs: [],
      relays: [],
    },
  };
}

const portMatch = (port: NonNullable<RawWiring['port']>): PortMatch =>
  typeof port === 'string'
    ? { path: port }
    : { vendor: port.vendor, product: port.product, serial: port.serial ?? null };

/** A switch to ground with a pull-up is the usual way, so a closed circuit reads low unless configured otherwise. */
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
