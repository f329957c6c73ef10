import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import type { Overlaps } from '../calendars/types.js';
import { useRested } from '../drafts/rested.js';
import type { SavedForm } from '../week/editor.rules.js';

/** Dates of a draft that calendars name too; null until that is known. */
export function useOverlaps(
  id: number,
  exceptions: SavedForm['exceptions'],
  isWhole: boolean,
  version: string,
): Overlaps | null {
  const rested = useRested(JSON.stringify({ exceptions }), isWhole);
  const { data } = useQuery({
    queryKey: ['door', id, 'overlaps', version, rested],
    queryFn: ({ signal }) =>
      call('POST', `/doors/${id}/schedule/overlaps`, { body: JSON.parse(rested ?? ''), signal }),
    enabled: rested !== null,
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}
