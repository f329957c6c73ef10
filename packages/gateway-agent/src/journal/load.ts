import { SEGMENTS, type Segment, segmentsIn } from './segments.js';
import { type Store, StoreDamagedError, type StoreHome, StoreHopelessError } from './store.js';

/* The layout of the journal in its store, and what a start reads. */

/** `m/` holds the journal's own facts, `n/` notes of the agent, `r/` records by number, `k/` segments of kept ones. */
export const KEYS = {
  journal: 'm/journal',
  forgotten: 'm/forgotten',
  lost: 'm/lost',
  agreed: 'm/agreed',
  owner: 'm/owner',
} as const;
export const NOTES = { after: 'n/', before: 'n0' };
export const noteKey = (name: string): string => `n/${name}`;
/** Zero-padded, so that the store sorts by `seq`. */
export const recordKey = (seq: number): string => `r/${String(seq).padStart(16, '0')}`;
export const recordsAfter = (seq: number): { after: string; before: string } => ({
  after: recordKey(seq),
  before: 'r0',
});
export const seqOf = (key: string): number => Number(key.slice(2));

/**
 * After a repair the newest records may be lost although the cloud has them. Numbers restart this far above the
 * highest found, so that none is given twice; the jump is reported as a gap.
 */
const REPAIR_JUMP = 1_000_000;

/** At least one of so many newest records is sound; the key of a damaged record cannot be trusted. */
const NEWEST = 200;

export interface Loaded {
  readonly store: Store;
  readonly journal: string;
  /** The highest number ever given, as far as known. */
  readonly last: number;
  /** Highest number that the cloud has acknowledged. */
  readonly forgotten: number;
  /** Records after this number were written before the first session; null once there was one. */
  readonly agreed: number | null;
  /** Records waiting for the cloud. */
  readonly depth: number;
  /** Lost records that no gap reports yet. */
  readonly lost: number;
  /** The part of `lost` that this opening added because of a repair. */
  readonly jump: number;
  readonly notes: Map<string, string>;
  /** What the cloud has acknowledged and is kept nevertheless. */
  readonly kept: readonly Segment[];
  /** The gateway whose records those are; null where it was never noted. */
  readonly owner: string | null;
}

/** What an earlier opening in this process knows better than the disk. */
interface Known {
  readonly journal: string;
  readonly forgotten: number;
  /** Records from this number on are still in memory, and are written again. */
  readonly unsaved?: number;
  /** True if a read failed since. */
  readonly repair?: boolean;
}

/** Opens the store; repairs damage; a hopeless store is set aside and a new one begins under a new id. */
export async function loadJournal(
  home: StoreHome,
  newId: () => string,
  warn: (line: string) => void,
  known: Known = { journal: '', forgotten: 0 },
): Promise<Loaded> {
  try {
    const { store, repaired } = await openAndRead(home, newId, known, known.repair ?? false).catch(
      (error) => {
        if (error instanceof StoreDamagedError && !known.repair) return openAndRead(home, newId, known, true);
        throw error;
      },
    );
    if (repaired) warn(`journal: ${home.place} was damaged and has been repaired`);
    return store;
  } catch (error) {
    if (!(error instanceof StoreHopelessError || error instanceof StoreDamagedError)) throw error;
    const aside = await home.setAside();
    warn(`journal: ${error.message}; it was set aside as ${aside} and a new journal begun`);
    const { store } = await openAndRead(home, newId, { journal: '', forgotten: 0 }, false);
    // The number of lost records is unknown; the cloud learns that there are some.
    return { ...store, lost: 1, jump: 1 };
  }
}

/** A refusing disk must not keep the store open for the next attempt. */
async function openAndRead(home: StoreHome, newId: () => string, known: Known, repair: boolean) {
  const { store, repaired } = await home.open({ repair });
  try {
    const loaded = await read(home, store, newId, known, repaired);
    return { store: loaded, repaired };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function read(
  home: StoreHome,
  store: Store,
  newId: () => string,
  known: Known,
  repaired: boolean,
): Promise<Loaded> {
  const facts = new Map(await store.entries({ after: 'm/', before: 'm0' }));
  const newest = (await store.entries(recordsAfter(0), { limit: NEWEST, reverse: true })).find(
    ([, value]) => value !== null,
  );
  const isNew = facts.size === 0 && !newest && !repaired && home.memo === null;
  const found = facts.get(KEYS.journal) ?? home.memo;
  const isUnnumbered = !newest && facts.get(KEYS.forgotten) == null;
  if (!isNew && (!found || ((repaired || facts.size === 0) && isUnnumbered)))
    throw new StoreHopelessError('the journal has lost its id or its numbers');
  const journal = found ?? (known.journal || newId());
  if (facts.get(KEYS.journal) !== journal)
    await store.write([{ key: KEYS.journal, value: journal }], { sync: true });
  home.memo = journal;
  const forgotten = Math.max(
    Number(facts.get(KEYS.forgotten) ?? 0),
    known.journal === journal ? known.forgotten : 0,
  );
  const agreed = facts.get(KEYS.agreed) ?? null;
  const jump = repaired ? REPAIR_JUMP : 0;
  const lost = Number(facts.get(KEYS.lost) ?? 0) + jump;
  // At once, so that a crash before the gap is written does not undo the jump.
  if (jump > 0) await store.write([{ key: KEYS.lost, value: String(lost) }], { sync: true });
  return {
    store,
    journal,
    last: Math.max(forgotten, newest ? seqOf(newest[0]) : 0),
    forgotten,
    agreed: agreed === null ? null : Number(agreed),
    depth: await store.count({ ...recordsAfter(forgotten), ...unsavedFrom(known.unsaved) }),
    lost,
    jump,
    kept: segmentsIn(await store.entries(SEGMENTS)),
    owner: facts.get(KEYS.owner) ?? null,
    notes: new Map(
      (await store.entries(NOTES)).flatMap(([key, value]) => (value === null ? [] : [[key.slice(2), value]])),
    ),
  };
}

const unsavedFrom = (seq = Number.POSITIVE_INFINITY) =>
  Number.isFinite(seq) ? { before: recordKey(seq) } : {};
