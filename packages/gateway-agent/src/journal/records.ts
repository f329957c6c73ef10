import type { DoorRecord, GapRecord } from '@door-access/protocol';
import type { Stamp } from '../time.js';
import { recordKey, recordsAfter, seqOf } from './load.js';
import type { Store } from './store.js';

type WithoutSeq<T> = T extends unknown ? Omit<T, 'seq'> : never;
/** A record before the journal gives it its number. */
export type NewRecord = WithoutSeq<DoorRecord>;

/** A durable record as it goes to the cloud. */
export interface Entry {
  readonly seq: number;
  readonly json: string;
}

export interface Batch {
  /** Id of the journal that the entries belong to. */
  readonly journal: string;
  readonly entries: readonly Entry[];
}

/** What waits to be written: a record, or the count of records that found no room in its place. */
export type Item = { readonly record: NewRecord } | { readonly lost: number };

/** Gives each item its number, from the one after `last`; lost records take theirs and the gap the next. */
export function number(items: readonly Item[], last: number, stamp: () => Stamp & { boot: string }): Entry[] {
  let seq = last;
  return items.map((item) => {
    if ('record' in item) {
      seq++;
      return { seq, json: JSON.stringify({ seq, ...item.record }) };
    }
    const lost = { from_seq: seq + 1, to_seq: seq + item.lost };
    seq = lost.to_seq + 1;
    const gap: GapRecord = { seq, ...stamp(), door: null, kind: 'gap', ...lost };
    return { seq, json: JSON.stringify(gap) };
  });
}

/** False for a record that was damaged on disk. */
export function isSound(key: string, json: string | null): json is string {
  try {
    return json !== null && recordKey((JSON.parse(json) as { seq: number }).seq) === key;
  } catch {
    return false;
  }
}

/** The first intact records after a number; damaged ones are reported to `onDamaged` and skipped. */
export async function soundRecords(
  store: Store,
  after: number,
  limit: number,
  onDamaged: (key: string) => void,
): Promise<Entry[]> {
  for (let range = recordsAfter(after); ; ) {
    const found = await store.entries(range, { limit });
    const sound: Entry[] = [];
    for (const [key, json] of found) {
      // By the key itself: a damaged one may hold no number.
      range = { ...range, after: key };
      if (isSound(key, json)) sound.push({ seq: seqOf(key), json });
      else onDamaged(key);
    }
    if (found.length === 0 || sound.length > 0) return sound;
  }
}

/** A record of the journal, to be given another number. */
export function withoutNumber(json: string): Item {
  const { seq: _seq, ...record } = JSON.parse(json) as DoorRecord | GapRecord;
  return record.kind === 'gap'
    ? { lost: record.to_seq - record.from_seq + 1 }
    : { record: record as NewRecord };
}

/** As many of the first as fit into so many bytes; one at least. */
export function fitting(entries: readonly Entry[], bytes: number): Entry[] {
  let size = 0;
  const beyond = entries.findIndex(({ json }) => {
    size += Buffer.byteLength(json) + 1;
    return size > bytes;
  });
  return beyond < 0 ? [...entries] : entries.slice(0, Math.max(1, beyond));
}
