import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { stepTo, withValue } from '../../address.rules.js';
import { now } from '../../clock.js';

const AT = 'at';
/** Marks a history entry whose previous entry is the same door now. */
const OVER_NOW = 'over-now';

const momentIn = (search: string): number | null => {
  const at = Date.parse(new URLSearchParams(search).get(AT) ?? '');
  return Number.isNaN(at) || at > now() ? null : at;
};
const addressAt = (at: number | null): string =>
  `${location.pathname}${withValue(location.search, AT, at === null ? '' : new Date(at).toISOString())}`;

/** The moment that the address asks for, in Unix milliseconds; null: now. Back leads from the past to the door now. */
export function useMoment(): [number | null, (at: number | null) => void] {
  const at = momentIn(useSearch());
  useEffect(() => {
    if (at === null || history.state === OVER_NOW) return;
    // Opened by a link: insert the door now before it.
    const there = addressAt(at);
    history.replaceState(null, '', addressAt(null));
    history.pushState(OVER_NOW, '', there);
  }, [at]);
  return [at, goTo];
}

function goTo(to: number | null): void {
  // Read from the address: what was rendered last may be older.
  const isPast = momentIn(location.search) !== null;
  const step = stepTo({ isPast, isOverNow: history.state === OVER_NOW }, to);
  if (step === 'push') history.pushState(OVER_NOW, '', addressAt(to));
  else if (step === 'replace') history.replaceState(history.state, '', addressAt(to));
  else if (step === 'back') history.back();
}
