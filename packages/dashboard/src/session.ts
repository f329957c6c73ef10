import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { call } from './api.js';
import { now } from './clock.js';
import { inForceKey } from './emergencies/query.js';
import { attentionQuery, byPlaceIn, overviewQuery } from './overview/query.js';
import type { Attention, InForce, Location, Me, Overview, Session } from './types.js';
import { byName } from './words/names.js';

const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => call('GET', '/session', { signal }),
  staleTime: 60_000,
});

const inSequence = ({ data }: { data: Location[] }) => ({
  data: data.sort((a, b) => a.depth - b.depth || byName(a, b)),
});

const locationsQuery = queryOptions({
  queryKey: ['locations'],
  queryFn: async ({ signal }) => inSequence(await call('GET', '/locations', { signal })),
  staleTime: 60_000,
});

export const useSession = () => useQuery(sessionQuery);

/** What the first page shows; the service puts it into a page that it draws. */
export interface FirstAnswers {
  '/session': Session;
  '/locations': { data: Location[] };
  '/overview': Overview;
  '/attention': Attention;
  '/emergencies-in-force': InForce;
}

/** The element in which the service puts them. */
const ANSWERS = 'answers';

/** @param at when the service answered so, Unix milliseconds */
export function takeAnswers(client: QueryClient, answers: FirstAnswers, at: number): void {
  const put = (queryKey: readonly unknown[], data: unknown) =>
    client.setQueryData(queryKey, data, { updatedAt: at });
  put(sessionQuery.queryKey, answers['/session']);
  put(locationsQuery.queryKey, inSequence(answers['/locations']));
  put(overviewQuery(null).queryKey, byPlaceIn(answers['/overview']));
  put(attentionQuery(null).queryKey, answers['/attention']);
  put(inForceKey(null), answers['/emergencies-in-force']);
}

/** What was asked for before this code came: once it is here, the page is drawn once. */
export async function takeIn(client: QueryClient): Promise<void> {
  const { early } = globalThis;
  const given = document.getElementById(ANSWERS)?.textContent;
  if (given) {
    const { at, answers } = JSON.parse(given) as { at: number; answers: FirstAnswers };
    return takeAnswers(client, answers, at);
  }
  if (!early?.has('/session')) return;
  const { user } = await client.fetchQuery(sessionQuery);
  if (!user) return;
  await Promise.all([
    client.prefetchQuery(locationsQuery),
    ...(early.has('/overview')
      ? [client.prefetchQuery(overviewQuery(null)), client.prefetchQuery(attentionQuery(null))]
      : []),
  ]);
}

/** The signed-in person and what they look at. */
export interface Here {
  me: Me;
  serviceName: string;
  /** The chosen location; null for all of the person's own. */
  locationId: number | null;
  locations: readonly Location[];
  choose(id: number | null): void;
  mayWrite: boolean;
}

export const HereContext = createContext<Here | null>(null);

export function useHere(): Here {
  const here = useContext(HereContext);
  if (!here) throw new Error('no one is signed in');
  return here;
}

export const useLocations = () => useQuery(locationsQuery);

const SIGNED_OUT = 'signed-out';

/** Ends the session, and reloads every tab: nothing of what was seen stays for the next person. */
export async function signOut(): Promise<void> {
  await call('DELETE', '/session').catch(() => {});
  sessionStorage.clear();
  localStorage.setItem(SIGNED_OUT, String(now()));
  location.assign('/');
}

/** Reloads this tab when its person signs out in another. */
export function followSignOut(): void {
  addEventListener('storage', ({ key }) => {
    if (key === SIGNED_OUT) location.reload();
  });
}
