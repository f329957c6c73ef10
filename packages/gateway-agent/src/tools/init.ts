import type { SerialPortInfo } from '../drivers/boards/serial-find.js';
import type { ChipInfo, GpioKernel } from '../drivers/gpio-uapi.js';
import { SAFE_RELAY_LINES } from './boot-pulls.js';

/* Writes a first configuration: what was found on the machine, and what a person answers. */

export interface Found {
  readonly chips: readonly (ChipInfo & {
    readonly free: readonly string[];
    readonly busy: readonly string[];
  })[];
  readonly ports: readonly SerialPortInfo[];
}

export interface Answers {
  readonly dataDir: string;
  readonly doors: readonly {
    readonly name: string;
    readonly driver: string;
    /** Its relays switch on a low level. */
    readonly activeLow: boolean;
  }[];
}

/** Chips with the names of their lines, free and taken, and serial ports. */
export function findHardware(kernel: GpioKernel | null, ports: readonly SerialPortInfo[]): Found {
  let chips: readonly ChipInfo[] = [];
  try {
    chips = kernel?.chips() ?? [];
  } catch {
    // Not allowed to look: the doctor says what to do.
  }
  return {
    ports,
    chips: chips.map((chip) => {
      const lines = Array.from({ length: chip.lines }, (_each, offset) => kernel?.line(chip.path, offset));
      const named = lines.flatMap((line) =>
        line ? [{ ...line, called: line.name || String(line.offset) }] : [],
      );
      return {
        ...chip,
        free: named.filter(({ used }) => !used).map(({ called }) => called),
        busy: named
          .filter(({ used }) => used)
          .map(({ called, consumer }) => `${called} (${consumer || 'kernel'})`),
      };
    }),
  };
}

export function hardwareLines({ chips, ports }: Found): string[] {
  return [
    ...(chips.length === 0 ? ['no GPIO chip'] : []),
    ...chips.flatMap(({ label, name, lines, free, busy }) => [
      `GPIO chip ${label} (${name}, ${lines} lines)`,
      `  free: ${free.join(' ')}`,
      ...(busy.length > 0 ? [`  in use: ${busy.join(', ')}`] : []),
    ]),
    ...(ports.length === 0 ? ['no serial port'] : []),
    ...ports.map(
      ({ path, vendor, product, serial, description }) =>
        `serial port ${path}${vendor ? `: ${description ?? 'USB'} vendor ${vendor} product ${product}${serial ? ` serial ${serial}` : ''}` : ''}`,
    ),
  ];
}

/** The commented file; values that cannot be known here are marked CHANGE. */
export function configText(answers: Answers, found: Found): string {
  const doors = answers.doors.map((door, index) => doorText(index + 1, door, found));
  return `# Configuration of a door gateway. Check it with: door-agent doctor --config THIS_FILE
# Its credential comes from pairing (door-agent pair CODE --url https://…) and lies in data_dir, not here.
data_dir: ${quote(answers.dataDir)}    # events wait here for the cloud: a disk, not memory

# Found on this machine when this file was written:
${hardwareLines(found)
  .map((line) => `#   ${line}`)
  .join('\n')}

doors:
${doors.join('\n')}`;
}

const GPIO_WIRING = (
  chip: string,
  activeLow: boolean,
) => `    chip: ${chip}               # the chip's label; its number changes with kernels
    contact: { line: CHANGE, debounce_ms: 50, normally: closed }   # a name (GPIO17) or a number; a switch to ground
    exit_button: { line: CHANGE, debounce_ms: 20 }
    strike: { line: CHANGE, active_low: ${activeLow} }   # on a Raspberry Pi ${SAFE_RELAY_LINES[activeLow ? 'low' : 'high']}: others may click at boot
    hold: false                                                    # or a second relay: { line: … }`;

const BOARD_WIRING = (port: string, inputs: boolean, addresses: boolean) => `    port: ${port}
    # baud_rate: 9600
${addresses ? '    # address: 1                     # of this board, where several share one RS-485 line\n' : ''}${inputs ? '    contact: { channel: CHANGE, debounce_ms: 50, normally: closed }\n    exit_button: { channel: CHANGE, debounce_ms: 20 }' : '    # this board has no inputs; a contact on a GPIO line: contact: { driver: gpio, chip: LABEL, line: GPIO17 }'}
    strike: { channel: CHANGE }
    hold: false`;

function doorText(
  number: number,
  { name, driver, activeLow }: Answers['doors'][number],
  { chips, ports }: Found,
): string {
  const isGpio = driver === 'gpio' || driver === 'gpio-sysfs';
  const chip = [...chips].sort((a, b) => b.lines - a.lines)[0]?.label ?? 'CHANGE';
  const usb = ports.find(({ vendor }) => vendor !== null);
  const port = usb
    ? `{ vendor: "${usb.vendor}", product: "${usb.product}"${usb.serial ? `, serial: ${quote(usb.serial)}` : ''} }`
    : 'CHANGE';
  const wiring =
    driver === 'bench'
      ? '    contact: true\n    exit_button: true\n    hold: true'
      : isGpio
        ? GPIO_WIRING(chip, activeLow)
        : BOARD_WIRING(port, driver === 'waveshare' || driver === 'numato', driver === 'waveshare');
  return `  - door: ${number}
    name: ${quote(name)}
    driver: ${driver}
${wiring}
${driver === 'bench' ? '' : '    lock: fail_secure                # fail_safe: the lock opens without power (a magnet)\n'}    strike_ms: 5000
    exit_releases: false             # true: the exit button pulses the strike (never the only way out)
`;
}

const quote = (text: string): string => JSON.stringify(text);
