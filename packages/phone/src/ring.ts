import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { call, Refusal } from './api.js';
import { every, now } from './clock.js';
import type { Ring } from './types.js';

const LOOK_EVERY_MS = 10_000;
const DEADLINE_MS = 8_000;
const KEPT_AS = 'ring';

interface Kept {
  ring: Ring;
  /** When the service said so, by the phone's clock. */
  at: number;
}

export interface Seen {
  /** Null before the first answer, and for a phone without a key. */
  ring: Ring | null;
  at: number;
  /** `live`: as it is now. `stale`: as it was, nothing answers. `none`: there is no key on this phone. */
  state: 'loading' | 'live' | 'stale' | 'none';
  look(): void;
}

/** The doors as the service sends them every few seconds while a person looks; else as it last did. */
export function useRing(): Seen {
  const [kept, setKept] = useState<Kept | null>(readKept);
  const [state, setState] = useState<Seen['state']>('loading');
  const asking = useRef(false);

  const look = useCallback(async () => {
    if (asking.current) return;
    asking.current = true;
    try {
      const ring = await call('GET', '/ring', DEADLINE_MS);
      const fresh = { ring, at: now() };
      keep(fresh);
      setKept(fresh);
      setState('live');
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        keep(null);
        setKept(null);
        setState('none');
      } else setState('stale');
    } finally {
      asking.current = false;
    }
  }, []);

  useEffect(() => {
    void look();
    const seen = () => {
      if (document.visibilityState === 'visible') void look();
    };
    const stop = every(LOOK_EVERY_MS, seen);
    const gone = () => setState((before) => (before === 'none' ? before : 'stale'));
    document.addEventListener('visibilitychange', seen);
    addEventListener('online', seen);
    addEventListener('offline', gone);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', seen);
      removeEventListener('online', seen);
      removeEventListener('offline', gone);
    };
  }, [look]);

  return { ring: kept?.ring ?? null, at: kept?.at ?? 0, state, look: () => void look() };
}

function readKept(): Kept | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
}

/** A browser that keeps nothing still opens doors. */
function keep(kept: Kept | null): void {
  try {
    if (kept) localStorage.setItem(KEPT_AS, JSON.stringify(kept));
    else localStorage.removeItem(KEPT_AS);
  } catch {
    // Private browsing, or full.
  }
}
