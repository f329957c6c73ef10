import { useEffect, useState } from 'react';
import { call } from '../api.js';
import { after, now } from '../clock.js';
import { commandWords } from '../door/command-words.js';
import { useCommands } from '../door/give.js';
import { useHere } from '../session.js';
import type { Lock } from '../types.js';
import { useWords } from '../ui/parts/time.jsx';

/** How long a failure is shown. */
const FAILURE_MS = 12_000;

/** Unlocks a door, here or at a click elsewhere: the answer of its gateway, then until when it stays unlocked. */
export function useUnlock(lock: Lock) {
  const { locationId } = useHere();
  const words = useWords(lock.location.id);
  const [until, setUntil] = useState<number | null>(null);
  const countDown = async (from: number) => {
    const { strike_seconds } = await call('GET', `/doors/${lock.id}`, { location: locationId });
    setUntil(from + strike_seconds * 1_000);
  };
  // Without the length of its strike there is no countdown; the door was unlocked all the same.
  const onUnlocked = () => void countDown(now()).catch(() => {});
  const { give, shown, clear } = useCommands(lock.id, onUnlocked);
  const failed = shown?.command?.status === 'failed' ? shown.command : null;
  const isFailed = failed !== null || give.isError;
  const reset = give.reset;

  useEffect(() => {
    if (until === null) return;
    return after(Math.max(0, until - now()), () => setUntil(null));
  }, [until]);
  useEffect(() => {
    if (!isFailed) return;
    return after(FAILURE_MS, () => {
      clear();
      reset();
    });
  }, [isFailed, clear, reset]);

  return {
    until,
    isPending: give.isPending,
    /** Why it was not unlocked; null where that is not so. */
    failure: isFailed ? (failed ? commandWords('unlock', failed, words.clock) : give.error?.message) : null,
    unlock: () => give.mutate({ ask: 'unlock', body: {} }),
  };
}
