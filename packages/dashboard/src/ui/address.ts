import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { LOCATION, withValue } from '../address.rules.js';
import { after } from '../clock.js';

/** Browsers refuse a page that rewrites its address with every key. */
const REST_MS = 200;

/** Rewrites the address of the page that is shown; Back still leads to the page before it. */
export function setInAddress(name: string, value: string): void {
  const search = withValue(location.search, name, value);
  if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}`);
}

/** How each list was last looked at, without its location, which goes along by itself. */
const lists = new Map<string, string>();

export function rememberList(path: string, search: string): void {
  lists.set(path, withValue(search, LOCATION, ''));
}

/** A list as it was left. */
export const asLeft = (path: string): string => `${path}${lists.get(path) ?? ''}`;

/** A choice that stands in the address; one that is not among the choices counts as none. */
export function useChoice<T extends string>(
  name: string,
  choices: readonly T[],
): [T | null, (value: T | null) => void] {
  const asked = new URLSearchParams(useSearch()).get(name);
  const set = useCallback((value: T | null) => setInAddress(name, value ?? ''), [name]);
  return [choices.find((one) => one === asked) ?? null, set];
}

/** What is typed into a search field; it stands in the address once the hand rests, and when the field is left. */
export function useTyped(name: string) {
  const inAddress = new URLSearchParams(useSearch()).get(name) ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const cancel = useRef<() => void>(() => {});
  useEffect(() => () => cancel.current(), []);
  const keepAs = (value: string) => {
    cancel.current();
    setInAddress(name, value);
    setTyped(null);
  };
  return {
    value: typed ?? inAddress,
    set(value: string) {
      setTyped(value);
      cancel.current();
      cancel.current = after(REST_MS, () => keepAs(value));
    },
    keep() {
      if (typed !== null) keepAs(typed);
    },
    clear: () => keepAs(''),
  };
}
