import type { Why } from '../press.rules.js';
import type { HoldLength, Key } from '../types.js';

/** Everything that the phone key says. */
export interface Words {
  locale: string;
  title: string;
  loading: string;
  hello(name: string): string;
  /** The doors. */
  doors: string;
  search: string;
  noneFound: string;
  /** On the button. */
  open: string;
  openDoor(name: string): string;
  reader: string;
  readerHint: string;
  doorOffline: string;
  live: string;
  /** The list is as it was. */
  stale(ago: string): string;
  again: string;
  sending: string;
  sent: string;
  opening: string;
  unlocked: string;
  unsure: string;
  unknown: { title: string; text: string };
  wasOpen(time: string | null): { title: string; text: string };
  /** Before the reason: nothing reached the door. */
  notSent: string;
  /** Before the reason: the command was sent, and the door did not open. */
  failed: string;
  why: Record<Why, string>;
  /** Holding a door open. */
  hold: {
    held: string;
    bySchedule: string;
    keep: string;
    lengths: Record<Exclude<HoldLength, 'day'>, string> & { day(time: string): string };
    end: string;
    asking: string;
    done: string;
    ended: string;
    /** Before the reason: the command was sent, and the door did not execute it. */
    failed: string;
    unsure: string;
    unknown: { title: string; text: string };
  };
  keys: string;
  until(time: string): string;
  withoutEnd: string;
  status: Record<Exclude<Key['status'], 'valid'>, (key: { organisation: string; time: string }) => string>;
  noDoors: { title: string; text: string };
  noKey: { title: string; text: string };
  unreachable: { title: string; text: string };
  /** From one browser of a phone to another, or to another phone. */
  move: {
    title: string;
    text: string;
    show: string;
    code(code: string, minutes: number): string;
    ask: string;
    take: string;
    wrong: string;
  };
  install: string;
}

export const en: Words = {
  locale: 'en-GB',
  title: 'Door key',
  loading: 'Looking for your doors …',
  hello: (name) => `Hello ${name}`,
  doors: 'Doors',
  search: 'Find a door',
  noneFound: 'No door of yours is called that.',
  open: 'Open',
  openDoor: (name) => `Open ${name}`,
  reader: 'At the reader',
  readerHint: 'Hold your key to the reader at the door.',
  doorOffline: 'Cannot be reached now',
  live: 'Connected',
  stale: (ago) => `No connection. The list is from ${ago}.`,
  again: 'Try again',
  sending: 'Sending …',
  sent: 'Sent …',
  opening: 'Opening …',
  unlocked: 'Unlocked: open the door',
  unsure:
    'The connection was lost on the way. It may have opened; finding out. It will not open later than ten seconds after your press.',
  unknown: {
    title: 'It is not known whether it opened.',
    text: 'Try the door. Nothing more will happen by itself.',
  },
  wasOpen: (time) => ({
    title: time ? `It was unlocked at ${time}.` : 'It was unlocked.',
    text: 'It has locked again since. Press once more if you are still outside.',
  }),
  notSent: 'Not sent.',
  failed: 'It did not open.',
  why: {
    no_network:
      'There is no network. Nothing was sent, and nothing will be. Press again when you are connected.',
    slow: 'The network is too slow. Nothing was sent, and nothing will be. Press again where it is better.',
    too_late: 'Your press arrived too late, so the door was left as it is. Press again.',
    emergency: 'An emergency is in force here: doors do not open by phone. Follow the instructions on site.',
    lock_offline: 'The door cannot be reached at the moment. Use another door, or ask on site.',
    lock_not_remote: 'This door does not open from the phone. Hold your key to its reader.',
    not_allowed: 'Your key does not open this door any more. Ask the person who gave you the key.',
    outside_time: 'Your key does not open this door at this time. Its times are in the list of your keys.',
    hold_not_allowed: 'Your key may not keep this door open. Ask the person who gave you the key.',
    no_key: 'There is no key on this phone any more. Ask the person who gave you the key.',
    rate_limited: 'Too many presses in a short time. Wait a minute.',
    server_error: 'The service has a fault. Try again in a moment, or ask on site.',
    never_arrived: 'The connection was lost before your press arrived. Press again.',
    timed_out: 'The door did not answer in time. Press again, or ask on site.',
    device_missing:
      'The device at the door does not know this door. Report it to the people who look after the doors.',
    publish_failed: 'The door was just cut off. Press again in a moment, or ask on site.',
    device_error: 'The lock did not switch. Report it to the people who look after the doors.',
  },
  hold: {
    held: 'Held open',
    bySchedule: 'Open by its schedule',
    keep: 'Keep open',
    lengths: { quarter: '15 minutes', hour: '1 hour', day: (time) => `Until ${time}` },
    end: 'Lock again',
    asking: 'Asking the door …',
    done: 'The door is held open now.',
    ended: 'The door is not held open any more.',
    failed: 'The door did not do it.',
    unsure: 'The connection was lost on the way. Finding out what the door did.',
    unknown: {
      title: 'It is not known whether the door is held open.',
      text: 'Look at the door. Nothing more will happen by itself.',
    },
  },
  keys: 'Your keys',
  until: (time) => `until ${time}`,
  withoutEnd: 'no end',
  status: {
    not_yet: ({ time }) => `It opens from ${time}.`,
    expired: ({ organisation, time }) => `It ended on ${time}. Ask ${organisation} if you still need it.`,
    returned: ({ organisation }) => `It was taken back. Ask ${organisation} if you still need it.`,
    removed: ({ organisation }) =>
      `It was taken off this phone. Ask ${organisation} for a new key if you still need it.`,
  },
  noDoors: { title: 'Nothing to open right now', text: 'Your keys open no door at the moment.' },
  noKey: {
    title: 'There is no key on this phone',
    text: 'Open the link in your invitation on this phone, in the browser that you want to use. If you have used it before, the key has been taken off: ask the person who gave it to you for a new one.',
  },
  unreachable: {
    title: 'No connection',
    text: 'Your doors are shown as soon as the service answers. Check the network.',
  },
  move: {
    title: 'To the home screen, or to another phone',
    text: 'Where it is to be, open this page and enter the code. The key moves there and leaves this place. On an iPhone, first add this page to the home screen (Share), and open it there.',
    show: 'Show a code',
    code: (code, minutes) => `${code} · for ${minutes} minutes`,
    ask: 'Code shown on the phone that has your key',
    take: 'Bring the key here',
    wrong: 'The code is wrong, or its time is over.',
  },
  install: 'Add to the home screen',
};
