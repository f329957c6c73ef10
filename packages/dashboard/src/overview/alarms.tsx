import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Alarm, Overview } from '../types.js';
import { Failure } from '../ui/failure.jsx';
import { Icon } from '../ui/icon.jsx';
import { Ago } from '../ui/time.jsx';
import { plural } from '../words.js';

const SHOWN_AT_FIRST = 3;

/** Alarms that nobody has acknowledged yet, each with why it is one. */
export function AlarmStrip({ alarms }: { alarms: readonly Alarm[] }) {
  const { mayWrite, locationId } = useHere();
  const [isWhole, setWhole] = useState(false);
  const client = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: (ids: number[]) => call('POST', '/alarms/acknowledge', { body: { event_ids: ids } }),
    onSuccess: (_, ids) => {
      client.setQueryData<Overview>(['overview', locationId], (shown) =>
        shown ? { ...shown, alarms: shown.alarms.filter((alarm) => !ids.includes(alarm.id)) } : shown,
      );
      void client.invalidateQueries({ queryKey: ['events'] });
    },
  });
  if (alarms.length === 0) return <div role="status" className="only-read" aria-live="polite" />;
  const shown = isWhole ? alarms : alarms.slice(0, SHOWN_AT_FIRST);
  return (
    <section className="alarms" aria-label="Alarms">
      <header>
        <Icon name="alarm" />
        <h2>
          <span role="status">{`${plural(alarms.length, 'alarm')} nobody has acknowledged`}</span>
        </h2>
        {mayWrite && alarms.length > 1 && (
          <Button
            size="xs"
            variant="default"
            disabled={acknowledge.isPending}
            onClick={() => acknowledge.mutate(alarms.map((alarm) => alarm.id))}
          >
            Acknowledge all
          </Button>
        )}
      </header>
      {acknowledge.isError && <Failure error={acknowledge.error} />}
      <ul>
        {shown.map((alarm) => (
          <li key={alarm.id}>
            <div>
              <p>
                <Link href={`/doors/${alarm.lock.id}`}>{alarm.lock.name}</Link>
                <strong>{alarm.type === 'door.forced' ? ' was forced open ' : ' was left open '}</strong>
                <Ago at={alarm.occurred_at} />
                <span className="place">
                  {[alarm.lock.place, alarm.location.name].filter(Boolean).join(' · ')}
                </span>
              </p>
              <p className="why">{alarm.text}</p>
            </div>
            {mayWrite && (
              <Button
                size="xs"
                variant="default"
                disabled={acknowledge.isPending}
                aria-label={`Acknowledge: ${alarm.lock.name}`}
                onClick={() => acknowledge.mutate([alarm.id])}
              >
                Acknowledge
              </Button>
            )}
          </li>
        ))}
      </ul>
      {alarms.length > SHOWN_AT_FIRST && (
        <button type="button" className="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${alarms.length}`}
        </button>
      )}
    </section>
  );
}
