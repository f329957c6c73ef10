import type { WiredRelay } from '../drivers/wiring.js';
import { type Finding, warning } from './finding.js';

/*
 * What a Raspberry Pi's pins do until the agent takes them. Out of reset all are inputs; GPIO0 to GPIO8 are pulled up,
 * GPIO9 to GPIO27 down (BCM2835 ARM Peripherals, table 6-31; the header of a Pi 5 is the same).
 */

const RASPBERRY = /^pinctrl-(bcm2835|bcm2711|rp1)$/;
const LAST_PULLED_UP = 8;
const LAST_OF_HEADER = 27;
/** The boot console writes on it. */
const CONSOLE = 14;

/** Where a relay does not move while the machine boots. GPIO0 to GPIO3 are buses of HATs. */
export const SAFE_RELAY_LINES = {
  low: 'GPIO4 to GPIO8',
  high: 'GPIO9 to GPIO27 but GPIO14 and GPIO15',
} as const;

export const bootPull = (chip: string, offset: number): 'up' | 'down' | null =>
  !RASPBERRY.test(chip) || offset > LAST_OF_HEADER ? null : offset <= LAST_PULLED_UP ? 'up' : 'down';

/** Null where the door stays shut while the machine boots, or where nothing is known of the line. */
export function bootRisk(
  about: string,
  { relay, point, failSafe }: Pick<WiredRelay, 'relay' | 'point' | 'failSafe'>,
  chip: string,
  offset: number,
): Finding | null {
  const pull = bootPull(chip, offset);
  if (pull === null) return null;
  const draws = (pull === 'up') !== point.activeLow;
  // A magnet without current is open: a coil that draws current keeps it locked.
  if (failSafe ? draws : !draws && !(offset === CONSOLE && !point.activeLow)) return null;
  const kind = point.activeLow ? 'low' : 'high';
  const why =
    offset === CONSOLE && !draws
      ? 'on which the boot console writes: the relay clicks while the machine boots'
      : `pulled ${pull} until the agent takes it: with a relay that switches on a ${kind} level the door is open while the machine boots`;
  const advice = failSafe
    ? `use one of ${SAFE_RELAY_LINES[kind === 'low' ? 'high' : 'low']}, or have the relay’s rest contact hold the lock`
    : `use one of ${SAFE_RELAY_LINES[kind]}, or set the line in config.txt (gpio=${offset}=op,${point.activeLow ? 'dh' : 'dl'})`;
  return warning(about, `${relay} is GPIO${offset}, ${why}`, advice);
}
