// What gateways report of their doors on a busy day, and the expected events. The same index gives the same day.
const UNLOCK_SHARE = 0.45;
const EXIT_SHARE = 0.45;
const RECORDS_PER_MESSAGE = 100;

/** A small random generator with a seed (mulberry32). */
function chance(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function uuid(random) {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The day of gateway `index`: `messages` payloads of 100 records each, if nothing else is said, and `expected`, the events as `seq/type`.
 * Visits of one door after another: unlocked by a command, let out by the exit button, or forced.
 */
export function day({
  index,
  doors,
  messages,
  journal,
  boot,
  start,
  recordsPerMessage = RECORDS_PER_MESSAGE,
}) {
  const random = chance(index + 1);
  const records = [];
  const expected = [];
  const total = messages * recordsPerMessage;
  let mono = 10_000;
  const record = (door, after, fields, ...types) => {
    if (records.length === total) return;
    mono += after * (0.5 + random());
    const seq = records.length + 1;
    const at = new Date(start + Math.round(mono)).toISOString();
    records.push({
      seq,
      boot,
      mono_ms: Math.round(mono * 1000) / 1000,
      at,
      clock: 'synced',
      door,
      ...fields,
    });
    for (const type of types) expected.push(`${seq}/${type}`);
  };
  while (records.length < total) {
    const door = 1 + Math.floor(random() * doors);
    const kind = random();
    const opens = (...more) =>
      record(door, 800, { kind: 'contact', state: 'open', snapshot: false }, 'door.opened', ...more);
    const closes = () =>
      record(door, 2_500, { kind: 'contact', state: 'closed', snapshot: false }, 'door.closed');
    if (kind < UNLOCK_SHARE) {
      const command_id = uuid(random);
      const relay = { kind: 'relay', relay: 'strike' };
      // No one has recorded the command, as after a restored backup: granted to an unknown actor.
      record(door, 4_000, { ...relay, on: true, cause: 'command', command_id }, 'access.granted');
      record(door, 1, { kind: 'result', command_id, outcome: 'confirmed', detail: null });
      opens();
      closes();
      record(door, 1_500, { ...relay, on: false, cause: 'pulse_end', command_id: null });
    } else if (kind < UNLOCK_SHARE + EXIT_SHARE) {
      record(door, 4_000, { kind: 'exit_button', pressed: true }, 'door.exit_button');
      opens();
      closes();
    } else {
      // Long after anything that would explain it.
      mono += 30_000;
      opens('door.forced');
      closes();
    }
  }
  const payloads = [];
  for (let from = 0; from < total; from += recordsPerMessage)
    payloads.push(JSON.stringify({ v: 1, journal, records: records.slice(from, from + recordsPerMessage) }));
  return { payloads, expected, records: total };
}
