import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../api.js';
import type { Overlaps } from '../calendars/types.js';
import { after } from '../clock.js';
import type { SavedForm } from './editor.rules.js';

/** Asked for when the hand rests. */
const REST_MS = 250;

/** Dates of a draft that calendars name too; null until that is known. */
export function useOverlaps(
  id: number,
  exceptions: SavedForm['exceptions'],
  isWhole: boolean,
  version: string,
): Overlaps | null {
  const asked = JSON.stringify({ exceptions });
  const [rested, setRested] = useState(asked);
  useEffect(() => {
    if (!isWhole) return;
    return after(REST_MS, () => setRested(asked));
  }, [asked, isWhole]);
  const { data } = useQuery({
    queryKey: ['door', id, 'overlaps', version, rested],
    queryFn: ({ signal }) =>
      call('POST', `/doors/${id}/schedule/overlaps`, { body: JSON.parse(rested), signal }),
    placeholderData: keepPreviousData,
  });
  return data ?? null;
}
