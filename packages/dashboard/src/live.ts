import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call, query as parameters } from './api.js';
import { after, now } from './clock.js';
import { inForceKey } from './emergencies/query.js';
import type { Routes } from './generated/routes.js';
import { overviewQuery } from './overview/query.js';
import { isAsNew, merged } from './overview/status.rules.js';
import { atMostEvery } from './pace.js';
import type { InForce, Overview } from './types.js';
import { useSeen } from './ui/page/seen.js';

type Messages = Required<Routes['GET /stream']['streams']>;

export interface Connection {
  state: 'connecting' | 'live' | 'lost';
  /** Since when nothing was heard, once that takes longer than a reconnection does; null: what is shown is present. */
  silentSince: number | null;
}

/** Bursts ask for lists again at most this often. */
const AGAIN_MS = 250;
/** Lists of events, and alarms, are asked for at most this often, however much happens. */
const LISTS_AGAIN_MS = 1_000;
/** A stream that was refused, as by a service that is starting, is asked for again. */
const REOPEN_MS = 5_000;
/** A short interruption is not worth moving the page for. */
const SILENT_AFTER_MS = 4_000;
/** Alarms that come at once are asked for once. */
const ALARMS_AFTER_MS = 20;

/** Keeps everything on the page that shows doors up to date, as it happens. */
export function useLive(locationId: number | null): Connection {
  const client = useQueryClient();
  const [state, setState] = useState<Connection['state']>('connecting');
  const [silentSince, setSilentSince] = useState<number | null>(null);
  const [refusals, setRefusals] = useState(0);
  const isSeen = useSeen();
  useEffect(() => {
    if (!isSeen) return;
    const stream = new EventSource(`/dashboard/stream${parameters({ location: locationId })}`);
    const query = overviewQuery(locationId);
    const overview = query.queryKey;
    let isOver = false;
    /** Once the doors that are on their way have come: they may be older than what the stream says. */
    const afterArrival = async (run: () => unknown) => {
      if (client.isFetching({ queryKey: overview, exact: true }) === 0) return void run();
      await client.fetchQuery({ ...query, staleTime: 0 }).catch(() => {});
      if (!isOver) run();
    };
    const events = atMostEvery(LISTS_AGAIN_MS, () => {
      // What is on its way may be older than the change; it is not cancelled, as a slow link would never deliver any.
      if (client.isFetching({ queryKey: ['events'] }) > 0) return events.ask();
      void client.invalidateQueries({
        queryKey: ['events'],
        predicate: ({ state }) => !isFurtherBack(state.data),
      });
    });
    let cancel: (() => void) | null = null;
    let touched = new Set<number>();
    /** A door has come under an emergency. */
    let isEmergency = false;
    const listsLater = (ids: readonly number[]) => {
      for (const id of ids) touched.add(id);
      events.ask();
      cancel ??= after(AGAIN_MS, () => {
        cancel = null;
        const now = touched;
        touched = new Set();
        void client.invalidateQueries({
          predicate: ({ queryKey: [name, id] }) => name === 'door' && typeof id === 'number' && now.has(id),
        });
        // Every page asks what is in force: not for each change of a door where nothing is.
        if (!isEmergency && !client.getQueryData<InForce>(inForceKey(locationId))?.data.length) return;
        isEmergency = false;
        for (const key of ['emergency', 'emergencies']) void client.invalidateQueries({ queryKey: [key] });
      });
    };
    stream.addEventListener('open', () => setState('live'));
    let reopen: (() => void) | null = null;
    stream.addEventListener('error', () => {
      setState('lost');
      if (stream.readyState !== EventSource.CLOSED) return;
      // Refused, and the browser does not try again: perhaps the session has ended, or its user was moved.
      void client.invalidateQueries({ queryKey: ['session'] });
      void client.invalidateQueries({ queryKey: ['locations'] });
      reopen = after(REOPEN_MS, () => setRefusals(refusals + 1));
    });
    stream.addEventListener('locks', (message) => {
      const changes = JSON.parse((message as MessageEvent<string>).data) as Messages['locks'];
      const put = () =>
        client.setQueryData<Overview>(overview, (shown) => {
          const locks = shown && merged(shown.locks, changes);
          return shown && locks ? { ...shown, locks } : shown;
        });
      put();
      void afterArrival(put);
      isEmergency ||= changes.some(({ emergency }) => emergency !== undefined);
      listsLater(changes.map((lock) => lock.id));
      // An alarm shows the present state of its door's contact.
      const shown = client.getQueryData<Overview>(overview)?.alarms;
      if (shown?.some(({ lock }) => changes.some(({ id }) => id === lock.id))) alarms.ask();
    });
    let alarmsAgain: (() => void) | null = null;
    const alarms = atMostEvery(LISTS_AGAIN_MS, () => {
      for (const key of [['alarm-log'], ['alarm']]) void client.invalidateQueries({ queryKey: key });
      alarmsAgain ??= after(ALARMS_AFTER_MS, () => {
        alarmsAgain = null;
        void afterArrival(() =>
          call('GET', '/alarms', { location: locationId }).then(
            ({ data }) =>
              client.setQueryData<Overview>(overview, (shown) => shown && { ...shown, alarms: data }),
            () => void client.invalidateQueries({ queryKey: overview }),
          ),
        );
      });
    });
    stream.addEventListener('alarms', alarms.ask);
    stream.addEventListener('resync', (message) => {
      const { heard } = JSON.parse((message as MessageEvent<string>).data) as Messages['resync'];
      for (const key of [['door'], ['events'], ['gateways']])
        void client.invalidateQueries({ queryKey: key });
      // The many doors are loaded again only where a change was missed between their reading and the stream's beginning.
      void afterArrival(() => {
        if (!isAsNew(client.getQueryData<Overview>(overview)?.heard, heard))
          void client.invalidateQueries({ queryKey: overview });
      });
    });
    return () => {
      isOver = true;
      cancel?.();
      events.stop();
      alarms.stop();
      alarmsAgain?.();
      reopen?.();
      stream.close();
    };
  }, [client, isSeen, locationId, refusals]);
  useEffect(() => {
    setSilentSince(null);
    if (state !== 'lost') return;
    const since = now();
    return after(SILENT_AFTER_MS, () => setSilentSince(since));
  }, [state]);
  return { state, silentSince };
}

/** A person who has gone further back in a list reads history: it is not asked for again whole at each change. */
const isFurtherBack = (data: unknown): boolean =>
  ((data as { pages?: unknown[] } | undefined)?.pages?.length ?? 0) > 1;
