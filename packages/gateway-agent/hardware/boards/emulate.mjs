import { kmtronic } from './kmtronic.mjs';
import { lcus } from './lcus.mjs';
import { numato } from './numato.mjs';
import { waveshare } from './waveshare.mjs';

/*
 * Relay boards as their makers document them: each kind in a file of its own that cites its document. A board
 * receives and sends bytes, and answers only documented commands.
 */

const KINDS = {
  waveshare: { speak: waveshare },
  'waveshare-linked': { speak: waveshare, linked: true },
  'waveshare-plain': { speak: waveshare, plain: true },
  lcus: { speak: lcus, dialect: 'silent' },
  'lcus-feedback': { speak: lcus, dialect: 'feedback' },
  'lcus-query': { speak: lcus, dialect: 'query' },
  'kmtronic-1': { speak: kmtronic, size: 1 },
  'kmtronic-2': { speak: kmtronic, size: 2 },
  'kmtronic-4': { speak: kmtronic, size: 4 },
  'kmtronic-8': { speak: kmtronic, size: 8 },
  'numato-8': { speak: numato, size: 8 },
  'numato-32': { speak: numato, size: 32 },
  'numato-64': { speak: numato, size: 64 },
};

/**
 * A board of a kind. `relays` and `inputs` are its own state by channel. `fault` is what goes wrong with its next `faults`
 * answers: silence, half a frame, wrong checksum, noise, late (by `lateMs`), deaf (nothing of the command is heard, but the
 * answer before it is given again), dead (nothing is heard and nothing answered), stuck (it answers, and no relay moves).
 */
export function emulate(kind, { addresses = [], write, after }) {
  const { speak, ...traits } = KINDS[kind];
  const one = () => ({
    ...traits,
    relays: {},
    inputs: {},
    fault: null,
    faults: Number.POSITIVE_INFINITY,
    lateMs: 500,
    /** Every command understood, in hexadecimal or text. */
    heard: [],
    /** Pulses that the board ended itself. */
    timed: 0,
    /** Writes to each relay, so that a newer one overtakes a pulse. */
    writes: {},
    last: null,
    after,
  });
  const board = {
    ...one(),
    boards: addresses.length > 0 ? Object.fromEntries(addresses.map((each) => [each, one()])) : null,
    hear(data) {
      buffer = speak(board, Buffer.concat([buffer, data]), takeIn);
    },
  };
  let buffer = Buffer.alloc(0);
  /** A board acts on a command and answers it, unless something is wrong. */
  function takeIn(target, command, act) {
    const fault = target.fault && target.faults-- > 0 ? target.fault : null;
    if (fault === 'dead') return;
    target.heard.push(command);
    if (fault === 'deaf') return target.last ? write(target.last) : undefined;
    const relays = { ...target.relays };
    const answer = act();
    if (fault === 'stuck') target.relays = relays;
    if (answer === undefined || answer === null) return;
    const bytes = Buffer.from(answer);
    target.last = Buffer.from(bytes);
    if (fault === 'silence') return;
    if (fault === 'half a frame') return write(bytes.subarray(0, bytes.length >> 1));
    if (fault === 'late') return after(target.lateMs, () => write(bytes));
    if (fault === 'wrong checksum') bytes[bytes.length - 1] ^= 0x5a;
    write(fault === 'noise' ? Buffer.concat([Buffer.from([0x00, 0x81, 0x01]), bytes]) : bytes);
  }
  return board;
}
