import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import type { Overview } from '../types.js';
import { compareNames } from '../words/names.js';
import { byPlace } from './status.rules.js';

/** Should a push ever be missed, the page is right again within this time. */
const RESYNC_MS = 60_000;

export const byPlaceIn = (overview: Overview): Overview => ({
  ...overview,
  locks: byPlace(overview.locks, compareNames),
});

export const overviewQuery = (locationId: number | null) =>
  queryOptions({
    queryKey: ['overview', locationId],
    queryFn: async ({ signal }) =>
      byPlaceIn(await call('GET', '/overview', { location: locationId, signal })),
  });

export function useOverview(locationId: number | null) {
  return useQuery({
    ...overviewQuery(locationId),
    refetchInterval: RESYNC_MS,
    placeholderData: keepPreviousData,
  });
}

/** Asked for with the doors, so that it does not push them down. */
export const attentionQuery = (locationId: number | null) =>
  queryOptions({
    queryKey: ['attention', locationId],
    queryFn: ({ signal }) => call('GET', '/attention', { location: locationId, signal }),
  });

export function useAttention(locationId: number | null) {
  return useQuery({
    ...attentionQuery(locationId),
    refetchInterval: RESYNC_MS,
    placeholderData: keepPreviousData,
  });
}
