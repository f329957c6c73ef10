import { filled, recognised } from '../recognised.js';

/*
 * What a gateway says of hardware that it cannot read or drive, as it stands in its sources. The wire carries the words
 * alone, with no code: they are known by their sentence, and shown as they are where they are not known.
 */
export const HARDWARE = [
  'the board does not answer',
  'no answer within {count} ms',
  'cannot be written to within {count} ms',
  'the port is gone',
  'the port was closed',
  'the port failed',
  'the board moved to another port',
  'there is no port {port}',
  'no board is plugged in as {port}',
  '{count} boards are plugged in as {port} ({ports}): give the serial number, or a path under /dev/serial/by-path',
  'is not there',
  'relay {relay} did not switch',
  'relay {relay} is beyond the {count} relays of this board: name another channel',
  'relay {relay} is beyond the {count} relays of this module',
  'relay {relay} is in {mode} mode, so its input switches it: set the relay’s control mode to normal',
  'the module has {count} relays: give the door relay_count: {same}',
  'the module has {count} relays, not relay_count: {other}',
  'no guard process is on watch to end the pulse: no perl runs here, and no strike goes on until one does (apt install perl-base)',
  'no guard process is on watch to end the pulse',
  'the GPIO lines are not open',
  'the line reads back a different level than was written',
  'there is no GPIO chip (/dev/gpiochip…): is the driver loaded, may this user open it?',
  'there is no GPIO chip {chip}; there is {chips}',
  'no line is called {line} on {chips}',
  '{count} lines are called {line}: name the chip, one of {chips}',
  'line {line} could be on any chip: name one of {chips}',
  '{chip} has lines 0 to {last}, not {line}',
  'line {line} of {chip} is in use by {user} (is another agent running, or is it configured twice?)',
  'line {line} of {chip} is in use by {user}',
  'line {line} of {chip} cannot be used: {reason}',
  'GPIO {line} is already exported and rejects its settings: does another program use it?',
  'GPIO {line} is in use by another driver or program',
  'GPIO {line} cannot be used through sysfs: {reason}',
] as const;

/** What may stand before a sentence: terminals, or a board and its port. */
export const HARDWARE_NAMES = [
  '{names} and {count} more',
  'contact of door {number}',
  'exit_button of door {number}',
  'strike of door {number}',
  'hold of door {number}',
  '{board} on {port}',
  'Waveshare relay board',
  'Waveshare relay board {address}',
] as const;

/** Each of them in another language; null: as gateways say it. */
export type HardwareWords = Readonly<
  Record<(typeof HARDWARE)[number] | (typeof HARDWARE_NAMES)[number], string>
> | null;

/** What a gateway said of its hardware, where it is known. */
export function hardwareSaid(words: HardwareWords, error: string): string {
  if (words === null) return error;
  // Of several boards, each says its own.
  const parts = error.split('; ');
  const each = parts.map((part) => known(words, part));
  return each.includes(null)
    ? (known(words, error) ?? parts.map((part, index) => each[index] ?? part).join('; '))
    : each.join('; ');
}

function known(words: NonNullable<HardwareWords>, error: string): string | null {
  const said = recognised(HARDWARE, error);
  if (said) return filled(words[said.message], said.values);
  for (const { index, 0: between } of error.matchAll(BEHIND_A_NAME)) {
    const rest = known(words, error.slice(index + between.length));
    if (rest !== null) return `${nameSaid(words, error.slice(0, index))}${between}${rest}`;
  }
  return null;
}

const BEHIND_A_NAME = /: | (?=is not there$)/g;

/** What is not known of a name is kept. */
const nameSaid = (words: NonNullable<HardwareWords>, names: string): string =>
  names
    .split(', ')
    .map((name) => {
      const said = recognised(HARDWARE_NAMES, name);
      if (!said) return name;
      const within = Object.entries(said.values).map(([key, value]) => [key, nameSaid(words, value)]);
      return filled(words[said.message], Object.fromEntries(within));
    })
    .join(', ');
