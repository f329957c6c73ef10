import { queryOptions } from '@tanstack/react-query';
import { call } from '../api.js';

/** Rules, channels, rotas and colleagues of a place. */
export const settingsQuery = (locationId: number | null) =>
  queryOptions({
    queryKey: ['alarm-settings', locationId],
    queryFn: ({ signal }) => call('GET', '/alarm-settings', { location: locationId, signal }),
  });
