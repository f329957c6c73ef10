import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearch } from 'wouter';
import { LOCATION, withValue } from '../../address.rules.js';
import { after } from '../../clock.js';

/** Browsers throttle a page that rewrites its address at every keystroke. */
const REST_MS = 200;

/** Replaces the current history entry, so that Back still leads to the previous page. */
export function setInAddress(name: string, value: string): void {
  const search = withValue(location.search, name, value);
  if (search !== location.search) history.replaceState(history.state, '', `${location.pathname}${search}`);
}

/** The last query of each list, without its location, which every link carries. */
const lists = new Map<string, string>();

export function rememberList(path: string, search: string): void {
  lists.set(path, withValue(search, LOCATION, ''));
}

/** The address of a list with its last query. */
export const asLeft = (path: string): string => `${path}${lists.get(path) ?? ''}`;

/** A choice kept in the address; an unknown value counts as none. */
export function useChoice<T extends string>(
  name: string,
  choices: readonly T[],
): [T | null, (value: T | null) => void] {
  const asked = new URLSearchParams(useSearch()).get(name);
  const set = useCallback((value: T | null) => setInAddress(name, value ?? ''), [name]);
  return [choices.find((one) => one === asked) ?? null, set];
}

/** The text of a search field; it is written to the address when typing pauses and when the field loses the focus. */
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
