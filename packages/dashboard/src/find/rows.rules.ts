import { fold } from '../overview/status.rules.js';
import type { IconName } from '../ui/parts/icon.jsx';

/* What a search shows: rows, the best first, each with the parts that match. */

/** What is done at a door from here. */
export type Act = 'unlock' | 'hold' | 'follow';

export type Leads =
  | { to: string }
  | { act: Act; lockId: number }
  /** Goes on with this text. */
  | { typing: string };

export interface Row {
  /** The same for the same thing, whenever it is found. */
  key: string;
  label: string;
  note: string;
  /** What is searched; the label where it is left out. */
  text?: string;
  icon: IconName;
  /** Shown, and cannot be chosen now. */
  isRefused?: boolean;
  leads: Leads;
}

export const wordsOf = (typed: string): string[] => fold(typed).split(/\s+/).filter(Boolean);

/**
 * The rows in which every word occurs: those that were chosen lately first, then those that begin with the first word, then
 * those in which a word does.
 */
export function rank(rows: readonly Row[], typed: string, recent: readonly string[]): Row[] {
  const words = wordsOf(typed);
  const [first = ''] = words;
  const scored = rows.flatMap((row) => {
    const text = fold(row.text ?? row.label);
    if (!words.every((word) => text.includes(word))) return [];
    const at = recent.indexOf(row.key);
    const place = text.startsWith(first) ? 0 : text.includes(` ${first}`) ? 1 : 2;
    return [{ row, score: at >= 0 ? at - recent.length : place }];
  });
  return scored.sort((a, b) => a.score - b.score).map(({ row }) => row);
}

export interface Part {
  text: string;
  isMatch: boolean;
}

/** A text in parts, so that what matches can be marked; accents and case do not matter. */
export function partsOf(text: string, typed: string): Part[] {
  const characters = [...text];
  const folded = characters.map(fold);
  const whole = folded.join('');
  /** Of each character of the folded text, the one that it comes from. */
  const sourceOf = folded.flatMap((one, index) => Array.from({ length: one.length }, () => index));
  const isMatch = characters.map(() => false);
  for (const word of wordsOf(typed))
    for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length))
      for (let place = at; place < at + word.length; place++) isMatch[sourceOf[place] as number] = true;
  // An accent that is a character of its own goes with the one before it.
  folded.forEach((one, index) => {
    if (one === '') isMatch[index] = isMatch[index - 1] ?? false;
  });
  const parts: Part[] = [];
  characters.forEach((character, index) => {
    const last = parts.at(-1);
    const matches = isMatch[index] as boolean;
    if (last?.isMatch === matches) last.text += character;
    else parts.push({ text: character, isMatch: matches });
  });
  return parts;
}

const MAX_RECENT = 6;

/** The rows chosen lately with one more, the newest first. */
export const withRecent = (recent: readonly Row[], row: Row): Row[] =>
  [row, ...recent.filter(({ key }) => key !== row.key)].slice(0, MAX_RECENT);

/** What a tab has kept; unreadable text counts as none. */
export function readRecent(text: string | null): Row[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRow) : [];
  } catch {
    return [];
  }
}

const isRow = (one: Partial<Row> | null): boolean =>
  typeof one?.key === 'string' &&
  typeof one.label === 'string' &&
  typeof one.note === 'string' &&
  typeof one.icon === 'string' &&
  typeof one.leads === 'object';
