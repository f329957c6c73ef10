import type { Lock } from '../types.js';
import { type Act, type Row, rank } from './rows.rules.js';

/* What can be typed to have something done: a verb, then a part of a door's name. */

type Verb = Act | 'who';

interface Command {
  verb: Verb;
  /** The first is shown; the others are understood too. */
  phrases: readonly [string, ...string[]];
  icon: Row['icon'];
  /** Of one door. */
  label(name: string): string;
  note: string;
}

const COMMANDS: readonly Command[] = [
  {
    verb: 'unlock',
    phrases: ['unlock', 'open'],
    icon: 'unlock',
    label: (name) => `Unlock ${name}`,
    note: 'once, for as long as its strike is set',
  },
  {
    verb: 'hold',
    phrases: ['hold open', 'stay open', 'keep open'],
    icon: 'door',
    label: (name) => `Hold ${name} open`,
    note: 'until a time that you choose next',
  },
  {
    verb: 'follow',
    phrases: ['follow schedule', 'end hold'],
    icon: 'calendar',
    label: (name) => `Let ${name} follow its schedule`,
    note: 'ends a hold that was set by hand',
  },
  {
    verb: 'who',
    phrases: ['who can open'],
    icon: 'people',
    label: (name) => `Who can open ${name}?`,
    note: 'now, or at any moment',
  },
];

/** A half typed verb counts from this length on. */
const MIN_VERB = 2;
const MAX_COMMANDS = 6;

/** The command that a text begins, and the part of a name behind it; null for plain search. */
export function verbIn(typed: string): { verb: Verb; rest: string } | null {
  const text = typed.trimStart().toLowerCase();
  for (const { verb, phrases } of COMMANDS)
    for (const phrase of phrases)
      if (text === phrase || text.startsWith(`${phrase} `)) return { verb, rest: text.slice(phrase.length) };
  return null;
}

/** Why a door does not take a command now; null where it does. */
export function refusalOf(act: Act, lock: Lock): string | null {
  if (lock.type === 'locksys') return 'it belongs to the locking system';
  if (lock.online !== true) return 'its gateway is offline';
  if (lock.emergency !== undefined)
    return lock.emergency === 'lockdown' ? 'in a lockdown' : 'held open by the evacuation';
  if (act !== 'unlock' && !lock.features.hold_relay) return 'it has no hold relay';
  return act === 'follow' && (lock.door_mode?.mode ?? 'auto') === 'auto'
    ? 'it follows its schedule already'
    : null;
}

const placeOf = (lock: Lock): string => [lock.place, lock.location.name].filter(Boolean).join(' · ');

/**
 * The rows of commands for a text: with a whole verb one a door, those that take it first; else the verbs that it begins.
 * @param mayAct whether the person gives commands
 */
export function commandRows(
  typed: string,
  locks: readonly Lock[],
  mayAct: boolean,
  recent: readonly string[],
): Row[] {
  const offered = COMMANDS.filter(({ verb }) => mayAct || verb === 'who');
  const asked = verbIn(typed);
  const command = offered.find(({ verb }) => verb === asked?.verb);
  if (asked && command) {
    const { verb, icon, label, note } = command;
    const rows = locks.map((lock): Row => {
      const refusal = verb === 'who' ? null : refusalOf(verb, lock);
      return {
        key: `${verb} ${lock.id}`,
        label: label(lock.name),
        note: refusal ? `${placeOf(lock)}: ${refusal}` : `${placeOf(lock)}: ${note}`,
        text: `${lock.name} ${placeOf(lock)}`,
        icon,
        isRefused: refusal !== null,
        leads: verb === 'who' ? { to: `/doors/${lock.id}/access` } : { act: verb, lockId: lock.id },
      };
    });
    const found = rank(rows, asked.rest, recent);
    return [
      ...found.filter(({ isRefused }) => !isRefused),
      ...found.filter(({ isRefused }) => isRefused),
    ].slice(0, MAX_COMMANDS);
  }
  const text = typed.trim().toLowerCase();
  return offered
    .filter(
      ({ phrases }) =>
        text === '' || (text.length >= MIN_VERB && phrases.some((one) => one.startsWith(text))),
    )
    .map(({ verb, phrases: [phrase], icon, label }) => ({
      key: `verb ${verb}`,
      label: `${label('a door').replace('?', '')}…`,
      note: `or type “${phrase}” and a part of its name`,
      text: phrase,
      icon,
      leads: { typing: `${phrase} ` },
    }));
}
