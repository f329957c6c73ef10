import type { EventType } from '@door-access/protocol';
import type { Why } from '@door-access/protocol/explanation';

/* What lies close together, or comes again and again, is one. Pure. */

export interface Mark {
  id: number;
  at: number;
  type: EventType;
  who: string | null;
  reason: string | null;
  why: Why | null;
}

/** Marks that are drawn as one; `urgent`: what it is coloured by. */
export interface Cluster {
  marks: readonly Mark[];
  /** In the middle. */
  at: number;
  urgent: Mark;
}

/** The more urgent ones first. */
const URGENCY: readonly EventType[] = [
  'door.forced',
  'door.left_open',
  'access.denied',
  'unlock.failed',
  'lock.hold_open.failed',
  'lock.offline',
  'access.granted',
];

const urgency = ({ type }: Mark): number => {
  const found = URGENCY.indexOf(type);
  return found < 0 ? URGENCY.length : found;
};

/** Marks nearer to each other than `apart` milliseconds, in their sequence. An alarm stands alone, so that it is found. */
export function clustersOf(marks: readonly Mark[], apart: number): Cluster[] {
  const groups: Mark[][] = [];
  for (const mark of marks) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    const first = last?.[0];
    const isNear = before && first && mark.at - before.at < apart && mark.at - first.at < 3 * apart;
    if (last && isNear && !isAlarm(mark) && !isAlarm(before)) last.push(mark);
    else groups.push([mark]);
  }
  return groups.map((group) => ({
    marks: group,
    at: ((group[0] as Mark).at + (group.at(-1) as Mark).at) / 2,
    urgent: group.reduce((one, other) => (urgency(other) < urgency(one) ? other : one)),
  }));
}

const isAlarm = ({ type }: Mark): boolean => type === 'door.forced' || type === 'door.left_open';

/** What belongs together: how someone came to open the door, its opening and its close. */
export interface Passage {
  kind: 'in' | 'out' | 'held' | 'forced' | 'other';
  marks: readonly Mark[];
}

/** Passages of one kind behind each other. */
export interface Run {
  kind: Passage['kind'];
  passages: readonly Passage[];
}

/** So long before an opening lies what explains it. */
const EXPLAINS_MS = 10_000;
/** Shorter runs are shown one by one. */
const SHORTEST_RUN = 3;

/** Events in the sequence of their times, by passages; what is none stands alone. */
export function passagesOf(marks: readonly Mark[]): Passage[] {
  const passages: { kind: Passage['kind']; marks: Mark[]; isOpen: boolean }[] = [];
  for (const mark of marks) {
    const last = passages.at(-1);
    const before = last?.marks.at(-1);
    const isSoon = before !== undefined && mark.at - before.at <= EXPLAINS_MS;
    if (mark.type === 'door.opened' && last && !last.isOpen && isSoon && isReason(before)) {
      last.marks.push(mark);
      last.isOpen = true;
    } else if (mark.type === 'door.opened') {
      passages.push({ kind: 'held', marks: [mark], isOpen: true });
    } else if (mark.type === 'door.forced' && last?.isOpen) {
      last.kind = 'forced';
      last.marks.push(mark);
    } else if (last?.isOpen && (mark.type === 'door.closed' || mark.type === 'door.left_open')) {
      last.marks.push(mark);
      if (mark.type === 'door.left_open') last.kind = last.kind === 'forced' ? 'forced' : 'other';
      last.isOpen = mark.type !== 'door.closed';
    } else {
      passages.push({ kind: kindOf(mark), marks: [mark], isOpen: false });
    }
  }
  return passages.map(({ kind, marks: all }) => ({ kind, marks: all }));
}

const isReason = ({ type }: Mark): boolean => type === 'access.granted' || type === 'door.exit_button';

function kindOf({ type }: Mark): Passage['kind'] {
  if (type === 'access.granted') return 'in';
  return type === 'door.exit_button' ? 'out' : 'other';
}

/** Runs of the same folded; others one by one. */
export function runsOf(passages: readonly Passage[]): Run[] {
  const runs: { kind: Passage['kind']; passages: Passage[] }[] = [];
  for (const passage of passages) {
    const last = runs.at(-1);
    const isMore = last?.kind === passage.kind && passage.kind !== 'other' && passage.kind !== 'forced';
    if (last && isMore) last.passages.push(passage);
    else runs.push({ kind: passage.kind, passages: [passage] });
  }
  return runs.flatMap((run): Run[] =>
    run.passages.length >= SHORTEST_RUN
      ? [run]
      : run.passages.map((passage) => ({ kind: run.kind, passages: [passage] })),
  );
}

export const firstOf = ({ passages }: Run): Mark => passages[0]?.marks[0] as Mark;
export const lastOf = ({ passages }: Run): Mark => passages.at(-1)?.marks.at(-1) as Mark;

/** Runs by the day on which they began, in their sequence; none goes over midnight. */
export function daysOf(
  marks: readonly Mark[],
  dateOf: (at: number) => string,
): { date: string; at: number; runs: Run[] }[] {
  const days = new Map<string, Passage[]>();
  for (const passage of passagesOf(marks)) {
    const date = dateOf((passage.marks[0] as Mark).at);
    days.set(date, [...(days.get(date) ?? []), passage]);
  }
  return [...days].map(([date, passages]) => ({
    date,
    at: ((passages[0] as Passage).marks[0] as Mark).at,
    runs: runsOf(passages),
  }));
}
