import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, query } from './api.js';
import { after } from './clock.js';
import { merged } from './overview/status.rules.js';
import type { Alarm, Lock, Overview } from './types.js';

export type Connection = 'connecting' | 'live' | 'lost';

/** Bursts ask for lists again at most this often. */
const AGAIN_MS = 250;
/** Alarms that come at once are asked for once. */
const ALARMS_AFTER_MS = 20;

/** Keeps everything on the page that shows doors up to date, as it happens. */
export function useLive(locationId: number | null): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    const stream = new EventSource(`/dashboard/stream${query({ location: locationId })}`);
    const overview = ['overview', locationId];
    let cancel: (() => void) | null = null;
    let touched = new Set<number>();
    const listsLater = (ids: readonly number[]) => {
      for (const id of ids) touched.add(id);
      cancel ??= after(AGAIN_MS, () => {
        cancel = null;
        const now = touched;
        touched = new Set();
        void client.invalidateQueries({
          predicate: ({ queryKey: [name, id] }) => name === 'door' && typeof id === 'number' && now.has(id),
        });
        void client.invalidateQueries({ queryKey: ['events'] });
      });
    };
    stream.addEventListener('open', () => setConnection('live'));
    stream.addEventListener('error', () => setConnection('lost'));
    stream.addEventListener('locks', (message) => {
      const changes = JSON.parse((message as MessageEvent<string>).data) as Lock[];
      client.setQueryData<Overview>(overview, (shown) => {
        const locks = shown && merged(shown.locks, changes);
        return shown && locks ? { ...shown, locks } : shown;
      });
      listsLater(changes.map((lock) => lock.id));
    });
    let alarmsAgain: (() => void) | null = null;
    stream.addEventListener('alarms', () => {
      alarmsAgain ??= after(ALARMS_AFTER_MS, () => {
        alarmsAgain = null;
        call<{ data: Alarm[] }>('GET', '/alarms', { location: locationId }).then(
          ({ data: alarms }) =>
            client.setQueryData<Overview>(overview, (shown) => shown && { ...shown, alarms }),
          () => void client.invalidateQueries({ queryKey: overview }),
        );
      });
    });
    stream.addEventListener('resync', () => {
      for (const key of [overview, ['door'], ['events'], ['gateways']])
        void client.invalidateQueries({ queryKey: key });
    });
    return () => {
      cancel?.();
      alarmsAgain?.();
      stream.close();
    };
  }, [client, locationId]);
  return connection;
}
