import { MAX_SEQ_JUMP } from '@door-access/protocol';
import type { Stamp } from '../time.js';
import { KEYS, type Loaded, recordKey, recordsAfter, seqOf } from './load.js';
import { type Item, isSound, number, withoutNumber } from './records.js';
import type { Store, StoreHome } from './store.js';

/* Replaces a journal whose sequence numbers are used up, because someone else has written under its name. */

/** Above this, a journal has too few sequence numbers left. */
const MAX_SEQ = Number.MAX_SAFE_INTEGER - MAX_SEQ_JUMP;

/** Whether a journal at `last` cannot continue once the cloud has numbers up to `seq`. */
export const isUsedUp = (seq: number, last: number): boolean => seq > last + MAX_SEQ_JUMP || seq > MAX_SEQ;

/** Renumbers every unsent record from 1 in a journal with a new id, in one write. */
export async function beginAnew(
  home: StoreHome,
  store: Store,
  journal: string,
  known: () => { forgotten: number; lost: number },
  stamp: () => Stamp & { boot: string },
): Promise<Loaded> {
  const found = await store.entries(recordsAfter(0));
  const { forgotten, lost } = known();
  const items = found.flatMap(([key, json]) => {
    if (seqOf(key) <= forgotten || !isSound(key, json)) return [];
    const item = withoutNumber(json);
    // A gap this wide comes from the forged numbers, not from lost records.
    return 'lost' in item && item.lost > MAX_SEQ_JUMP ? [] : [item];
  });
  const entries = number(items, 0, stamp);
  await store.write(
    [
      ...found.map(([key]) => ({ key, value: null })),
      ...entries.map(({ seq, json }) => ({ key: recordKey(seq), value: json })),
      { key: KEYS.forgotten, value: null },
      { key: KEYS.agreed, value: null },
      { key: KEYS.journal, value: journal },
    ],
    { sync: true },
  );
  home.memo = journal;
  const last = entries.at(-1)?.seq ?? 0;
  const fresh = {
    forgotten: 0,
    agreed: null,
    jump: 0,
    notes: new Map<string, string>(),
    kept: [],
    owner: null,
  };
  return { ...fresh, store, journal, last, depth: entries.length, lost };
}

/** What the store has from `after` on and before `first`, to be numbered anew; `keys` are all from `after` on. */
export async function writtenSince(
  store: Store,
  after: number,
  first: number,
): Promise<{ keys: string[]; items: Item[] }> {
  const found = await store.entries(recordsAfter(after));
  return {
    keys: found.map(([key]) => key),
    items: found.flatMap(([key, json]) =>
      isSound(key, json) && seqOf(key) < first ? [withoutNumber(json)] : [],
    ),
  };
}
