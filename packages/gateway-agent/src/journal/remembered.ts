import { type Loaded, loadJournal } from './load.js';
import { type Entry, soundRecords } from './records.js';
import type { Store, StoreHome } from './store.js';

/* What a disk that refuses has, in memory, so that the cloud gets it before what follows. */

const MAX_REMEMBERED = 20_000;
export const unsentOf = (store: Store, forgotten: number): Promise<Entry[]> =>
  soundRecords(store, forgotten, MAX_REMEMBERED, () => undefined).catch(() => []);

/** What a disk that takes no writes has, read in a copy; null where none can be had. */
export async function loadCopy(
  home: StoreHome,
  newId: () => string,
  warn: (line: string) => void,
): Promise<{ loaded: Loaded; unsent: Entry[] } | null> {
  const copy = await home.copy?.().catch(() => null);
  if (!copy) return null;
  try {
    const loaded = await loadJournal(copy, newId, warn);
    const unsent = await unsentOf(loaded.store, loaded.forgotten);
    await loaded.store.close();
    return { loaded, unsent };
  } catch {
    return null;
  } finally {
    await copy.destroy();
  }
}
