import { phrase, text } from '../language/text.js';
import type { Lock } from '../types.js';
import { type Act, type Row, rank } from './rows.rules.js';

/* What can be typed to have something done: a verb, then a part of a door's name. */

type Verb = Act | 'who';

interface Command {
  verb: Verb;
  /** What is typed, between commas: the first is shown, the others are understood too. */
  typed: string;
  icon: Row['icon'];
  /** Of one door. */
  label: string;
  /** Of any door, before one is named. */
  offer: string;
  note: string;
}

const COMMANDS: readonly Command[] = [
  {
    verb: 'unlock',
    typed: phrase('unlock, open'),
    icon: 'unlock',
    label: phrase('Unlock {door}'),
    offer: phrase('Unlock a door…'),
    note: phrase('once, for as long as its strike is set'),
  },
  {
    verb: 'hold',
    typed: phrase('hold open, stay open, keep open'),
    icon: 'door',
    label: phrase('Hold {door} open'),
    offer: phrase('Hold a door open…'),
    note: phrase('until a time that you choose next'),
  },
  {
    verb: 'follow',
    typed: phrase('follow schedule, end hold'),
    icon: 'calendar',
    label: phrase('Let {door} follow its schedule'),
    offer: phrase('Let a door follow its schedule…'),
    note: phrase('ends a hold that was set by hand'),
  },
  {
    verb: 'who',
    typed: phrase('who can open'),
    icon: 'people',
    label: phrase('Who can open {door}?'),
    offer: phrase('Who can open a door…'),
    note: phrase('now, or at any moment'),
  },
];

/** In the language of the pages, and in English. */
const phrasesOf = ({ typed }: Command): string[] => [...text(typed).split(', '), ...typed.split(', ')];

/** A half typed verb counts from this length on. */
const MIN_VERB = 2;
const MAX_COMMANDS = 6;

/** The command that a text begins, and the part of a name behind it; null for plain search. */
export function verbIn(typed: string): { verb: Verb; rest: string } | null {
  const begun = typed.trimStart().toLowerCase();
  for (const command of COMMANDS)
    for (const one of phrasesOf(command))
      if (begun === one || begun.startsWith(`${one} `))
        return { verb: command.verb, rest: begun.slice(one.length) };
  return null;
}

/** Why a door does not take a command now; null where it does. */
export function refusalOf(act: Act, lock: Lock): string | null {
  if (lock.type === 'locksys') return text('it belongs to the locking system');
  if (lock.online !== true) return text('its gateway is offline');
  if (lock.emergency !== undefined)
    return lock.emergency === 'lockdown' ? text('in a lockdown') : text('held open by the evacuation');
  if (act !== 'unlock' && !lock.features.hold_relay) return text('it has no hold relay');
  return act === 'follow' && (lock.door_mode?.mode ?? 'auto') === 'auto'
    ? text('it follows its schedule already')
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
        label: text(label, { door: lock.name }),
        note: `${placeOf(lock)}: ${refusal ?? text(note)}`,
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
  const begun = typed.trim().toLowerCase();
  return offered
    .filter(
      (one) =>
        begun === '' || (begun.length >= MIN_VERB && phrasesOf(one).some((words) => words.startsWith(begun))),
    )
    .map((one) => {
      const { verb, icon, offer } = one;
      const [words = ''] = phrasesOf(one);
      return {
        key: `verb ${verb}`,
        label: text(offer),
        note: text('or type “{words}” and a part of its name', { words }),
        text: words,
        icon,
        leads: { typing: `${words} ` },
      };
    });
}
