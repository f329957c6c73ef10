// Deliberate bugs, put into the sources as they are loaded: each must be found by the oracle.
const RULES = 'packages/cloud/src/locks';
const AGENT = 'packages/gateway-agent/src';

/** `seed`: where it shows soon; others are tried if it no longer does. */
const bug = (name, file, find, put, seed = 2) => ({ name, file, find, put, seed });

export const MUTATIONS = [
  bug(
    'the window is a millisecond too long',
    'packages/protocol/src/events.ts',
    'FORCED_OPEN_WINDOW_MS = 10_000',
    'FORCED_OPEN_WINDOW_MS = 10_001',
  ),
  bug(
    'the gateway ignores the lease of a hold',
    `${AGENT}/relay.rules.ts`,
    'const leaseUntil = on && wish.releaseAt !== null ? moment.monotonic + (wish.releaseAt - moment.wall) : null;',
    'const leaseUntil = null;',
    15,
  ),
  bug(
    'records that were had before are taken again',
    `${RULES}/apply.rules.ts`,
    'if (record.seq <= change.last_seq) continue;',
    '',
  ),
  bug(
    'a snapshot is treated as an edge',
    `${RULES}/door.rules.ts`,
    'if (record.snapshot && !(sameBoot && level?.state !== record.state)) {',
    'if (false) {',
  ),
  bug(
    'the Will of an older session is honoured',
    `${RULES}/presence.rules.ts`,
    'const oldSession = input.session !== state.session;',
    'const oldSession = false;',
    3,
  ),
  bug(
    'the expiry of a command is not checked',
    `${AGENT}/command.rules.ts`,
    'Date.parse(expiresAt) <= now',
    'false',
  ),
  bug(
    'command ids are forgotten by a restart',
    `${AGENT}/journal/load.ts`,
    'value === null ? [] : [[key.slice(2), value]]',
    "value === null || key.startsWith('n/command/') ? [] : [[key.slice(2), value]]",
  ),
  bug(
    'the first opening consumes what explains it',
    `${RULES}/door.rules.ts`,
    'return { state: next(open(by), undefined), events };',
    'const after = next(open(by), undefined); Object.assign(after.evidence, { unlocks: [], exits: [] }); return { state: after, events };',
  ),
  bug(
    'evidence within one boot is aged by the wall clock',
    `${RULES}/evidence.rules.ts`,
    'earlier.boot === later.boot ? later.mono_ms - earlier.mono_ms : later.at - earlier.at',
    'later.at - earlier.at',
    1,
  ),
  bug(
    'the hold is not written again after a reconnect',
    `${RULES}/apply.rules.ts`,
    "for (const door of doors) this.#hold(door, { kind: 'online' }, null);",
    '',
  ),
  bug(
    'the gateway forgets records before they are acknowledged',
    `${AGENT}/connection.ts`,
    "await this.#within(PUBACK_DEADLINE_MS, this.#sending, 'a journal message was not acknowledged');",
    'this.#sending.catch(() => undefined);',
  ),
  bug(
    'a command that failed fails once more when its confirmation comes',
    `${RULES}/command.rules.ts`,
    "if (state.status === 'failed' || state.status === 'confirmed') return { state, effect: null };",
    "if (state.status === 'confirmed') return { state, effect: null };",
  ),
  bug(
    'retries come at once instead of by the ladder',
    'packages/cloud/src/webhooks/ladder.rules.ts',
    'now + delay)',
    'now + 1_000)',
  ),
  bug(
    'a word about a command counts from any gateway',
    `${RULES}/apply.rules.ts`,
    'return command?.gateway_id === gateway.id ? command : null;',
    'return command ?? null;',
  ),
  bug(
    'the confirmation of a hold goes unheard',
    `${RULES}/apply.rules.ts`,
    'if (door?.hold?.write?.ids.includes(command_id))',
    'if (door?.hold?.write?.ids.includes(command_id) && false)',
  ),
  bug(
    "an order of a door's mode fails with the first write that is refused",
    `${RULES}/apply.rules.ts`,
    'if (command && !goesOn) this.#command',
    'if (command) this.#command',
    12,
  ),
  bug(
    'a store that could not be begun stays open',
    `${AGENT}/journal/load.ts`,
    'await store.close();\n    throw error;\n  }\n}\n\nasync function read',
    'throw error;\n  }\n}\n\nasync function read',
  ),
  bug(
    'events go to every subscription',
    'packages/cloud/src/webhooks/enqueue.ts',
    'JSON.stringify(events)',
    'JSON.stringify(events.flatMap((event) => [event, { ...event, location_id: event.location_id === 1 ? 3 : event.location_id }]))',
  ),
  bug(
    'a press arms what only managers may',
    `${RULES}/apply.rules.ts`,
    "record.pressed && door.toggle_policy === 'all_keys'",
    "record.pressed && door.toggle_policy !== 'none'",
  ),
  bug(
    'any key arms what only managers may',
    `${RULES}/apply.rules.ts`,
    "(door.toggle_policy === 'manager_keys' && command.key_arms)",
    "door.toggle_policy === 'manager_keys'",
  ),
  bug(
    'an hour that comes twice counts as its second time',
    `${RULES}/schedule.rules.ts`,
    "const zoned = time.toZonedDateTime(timezone, { disambiguation: 'earlier' });\n  if",
    "const zoned = time.toZonedDateTime(timezone, { disambiguation: 'later' });\n  if",
  ),
  bug(
    'what a date has of its own is added to the week',
    `${RULES}/schedule.rules.ts`,
    'if (exceptions.length > 0) return exceptions.flatMap((exception) => exception.blocks);',
    'if (exceptions.length > 0 && exceptions[0].blocks.length === 0) return [];',
  ),
  bug(
    'a date that is closed follows the week',
    `${RULES}/schedule.rules.ts`,
    'if (exceptions.length > 0) return exceptions.flatMap((exception) => exception.blocks);',
    'if (exceptions.some(({ blocks }) => blocks.length > 0)) return exceptions.flatMap((exception) => exception.blocks);',
  ),
  bug(
    'a block through midnight ends at midnight',
    `${RULES}/schedule.rules.ts`,
    'sameDay.add({ days: 1 });',
    'date.add({ days: 1 }).toPlainDateTime();',
  ),
  bug(
    'what the board refuses is confirmed',
    `${AGENT}/door.ts`,
    "return conclude({ outcome: 'device_error', detail });",
    "return conclude({ outcome: 'confirmed', detail });",
  ),
  bug(
    'a relay of which an order failed is taken for what it was',
    `${AGENT}/door.ts`,
    "this.#on.hold === state.holdOn && !this.#doubtful.has('hold')",
    'true',
  ),
  bug(
    'the release of the exit button goes unheard',
    `${RULES}/press.rules.ts`,
    'if (!newest || newest.until !== undefined) return presses;',
    'if (presses !== null) return presses;',
    1,
  ),
  bug(
    'only the beginning of a press explains an opening',
    `${RULES}/press.rules.ts`,
    'const explains = held || (released_ms ?? age_ms) <= FORCED_OPEN_WINDOW_MS;',
    'const explains = age_ms <= FORCED_OPEN_WINDOW_MS;',
    1,
  ),
  bug(
    'a close inherits nothing',
    `${RULES}/door.rules.ts`,
    'key_id: opening?.key_id ?? null',
    'key_id: null',
    1,
  ),
  bug(
    'an unlock during a pulse does not restart it',
    `${AGENT}/relay.rules.ts`,
    'pulseUntil: moment.monotonic + strikeMs',
    'pulseUntil: state.pulseUntil ?? moment.monotonic + strikeMs',
    1,
  ),
  bug(
    'a key that armed a hold is named as a manager',
    `${RULES}/cause.rules.ts`,
    "type: 'user', key }",
    "type: 'manager', key }",
    1,
  ),
];
