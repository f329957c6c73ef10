// Makes an input out of others: as bytes, and as JSON where it is that.

const LONGEST = 4_096;
const INTERESTING_BYTES = [0, 1, 0x0a, 0x0d, 0x20, 0x22, 0x7f, 0x80, 0xc3, 0xe2, 0xf0, 0xfe, 0xff];
const INTERESTING_TEXTS = [
  '\0',
  '"',
  '\\',
  '%00',
  '%',
  '\u2028',
  '\ud83d\ude00',
  'İ',
  'ß',
  '__proto__',
  'constructor',
  '-0',
  '1e999',
  '9007199254740993',
  '0x10',
  ' ',
  '\t',
  '\r\n',
  '..',
  '//',
  '::1',
  '127.0.0.1',
  'null',
  '[]',
  '{}',
  'a'.repeat(256),
];
const INTERESTING_VALUES = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  -0,
  1e21,
  2 ** 31,
  2 ** 53,
  65_535,
  65_536,
  '',
  ' ',
  '\0',
  '\ud800',
  'a'.repeat(300),
  '2026-01-07T06:00:00.000Z',
  '2026-13-40T25:61:00Z',
  '00000000-0000-4000-8000-000000000000',
  [],
  {},
  [[]],
  [null],
];

/** `others()` gives another known input, `words()` a text that the code compared something with. */
export function createMutator({ random, others, words }) {
  const byte = () => (random.chance(0.5) ? random.pick(INTERESTING_BYTES) : Math.floor(random.next() * 256));
  const place = (length) => Math.floor(random.next() * (length + 1));
  const replaced = (bytes, from, to, by) => Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);
  const stretch = (bytes) => {
    const from = place(bytes.length);
    return [from, Math.min(bytes.length, from + 1 + place(random.chance(0.7) ? 4 : 64))];
  };
  const word = () => Buffer.from(words() ?? random.pick(INTERESTING_TEXTS));

  const BY_BYTES = [
    (bytes) => {
      const at = place(bytes.length);
      return replaced(bytes, at, at + 1, Buffer.of(byte()));
    },
    (bytes) => {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[place(changed.length - 1)] ^= 1 << Math.floor(random.next() * 8);
      return changed;
    },
    (bytes) => replaced(bytes, ...same(place(bytes.length)), Buffer.of(byte())),
    (bytes) => replaced(bytes, ...stretch(bytes), Buffer.alloc(0)),
    (bytes) => {
      const [from, to] = stretch(bytes);
      const times = random.chance(0.05) ? 200 : 1;
      return replaced(bytes, ...same(to), Buffer.concat(Array(times).fill(bytes.subarray(from, to))));
    },
    (bytes) => replaced(bytes, ...same(place(bytes.length)), word()),
    (bytes) => replaced(bytes, ...stretch(bytes), word()),
    (bytes) => replaced(bytes, ...same(place(bytes.length)), Buffer.from(random.pick(INTERESTING_TEXTS))),
    (bytes) => {
      const other = others();
      return replaced(bytes, place(bytes.length), bytes.length, other.subarray(place(other.length)));
    },
    (bytes) => {
      const digits = /\d+/.exec(bytes.subarray(place(bytes.length)).toString('latin1'));
      if (!digits) return bytes;
      const text = bytes.toString('latin1');
      const at = text.indexOf(digits[0]);
      const by = random.pick(['0', '-1', '65536', '4294967296', '1e400', String(Number(digits[0]) + 1)]);
      return replaced(bytes, at, at + digits[0].length, Buffer.from(by));
    },
  ];

  /** One value somewhere inside is changed, or a member comes or goes. */
  function byJson(bytes) {
    let value;
    const text = bytes.toString();
    const prefix = /^[^[{]{0,40}(?=[[{])/.exec(text)?.[0] ?? '';
    try {
      value = { root: JSON.parse(text.slice(prefix.length)) };
    } catch {
      return null;
    }
    const spots = [];
    const visit = (holder) => {
      for (const key of Object.keys(holder)) {
        spots.push([holder, key]);
        if (typeof holder[key] === 'object' && holder[key] !== null) visit(holder[key]);
      }
    };
    visit(value);
    const [holder, key] = random.pick(spots);
    const fresh = () => {
      const choice = random.next();
      if (choice < 0.4) return random.pick(INTERESTING_VALUES);
      if (choice < 0.7) return words() ?? '';
      const [from, at] = random.pick(spots);
      return structuredClone(from[at]);
    };
    const choice = random.next();
    if (choice < 0.5) holder[key] = fresh();
    else if (choice < 0.65 && holder !== value)
      Array.isArray(holder) ? holder.splice(key, 1) : delete holder[key];
    else if (typeof holder[key] === 'object' && holder[key] !== null) {
      if (Array.isArray(holder[key])) holder[key].push(fresh());
      else holder[key][words() ?? 'x'] = fresh();
    } else if (typeof holder[key] === 'string') holder[key] += words() ?? random.pick(INTERESTING_TEXTS);
    else holder[key] = [holder[key]];
    return Buffer.from(`${prefix}${JSON.stringify(value.root) ?? 'null'}`);
  }

  return (bytes) => {
    let changed = bytes;
    const times = 1 + Math.floor(random.next() ** 3 * 6);
    for (let time = 0; time < times; time++)
      changed = (random.chance(0.5) && byJson(changed)) || random.pick(BY_BYTES)(changed);
    return changed.subarray(0, LONGEST);
  };
}

const same = (at) => [at, at];
