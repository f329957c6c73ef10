import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { endOf } from '../alarms/incidents.rules.js';
import { storyOf } from '../alarms/story.js';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Alarm, Overview } from '../types.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { useChoice } from '../ui/page/address.js';
import { LinkButton } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { Ago, At, useWordsAt } from '../ui/parts/time.jsx';
import { capital } from '../words/event-words.js';
import styles from './alarms.module.css';
import { incidentsOfDoors } from './status.rules.js';
import { causeWords, contactWords } from './status-words.js';

const SHOWN_AT_FIRST = 3;
/** The service takes no more in one request. */
const MAX_AT_ONCE = 200;

const ALARM_WORDS: Record<Alarm['type'], string> = {
  'door.forced': phrase('{door} <b>was forced open</b> {ago}, {moment}'),
  'door.left_open': phrase('{door} <b>was left open</b> {ago}, {moment}'),
  'lock.maintenance.ended': phrase('{door} <b>was left open by its maintenance</b> {ago}, {moment}'),
};

/** Incidents that are not acknowledged yet, each with why it is one and how long it lasted. */
export function AlarmStrip({ alarms }: { alarms: readonly Alarm[] }) {
  const { mayWrite, locationId } = useHere();
  const [whole, setWhole] = useChoice('alarms', ['all']);
  const isWhole = whole !== null;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const acknowledge = useMutation({
    mutationFn: async (ids: number[]) => {
      for (let from = 0; from < ids.length; from += MAX_AT_ONCE) {
        const body = { event_ids: ids.slice(from, from + MAX_AT_ONCE) };
        await call('POST', '/alarms/acknowledge', { body });
      }
    },
    onSuccess: (_, ids) => {
      setAsking(false);
      // The button that was pressed is gone.
      document.getElementById('main')?.focus({ preventScroll: true });
      client.setQueryData<Overview>(['overview', locationId], (shown) =>
        shown ? { ...shown, alarms: shown.alarms.filter((alarm) => !ids.includes(alarm.id)) } : shown,
      );
      void client.invalidateQueries({ queryKey: ['events'] });
    },
  });
  if (alarms.length === 0) return <div role="status" className="only-read" aria-live="polite" />;
  const all = alarms.map(({ id }) => id);
  const incidents = incidentsOfDoors(alarms);
  const shown = isWhole ? incidents : incidents.slice(0, SHOWN_AT_FIRST);
  return (
    <section className={styles.alarms} aria-label={text('Alarms')}>
      <header>
        <Icon name="alarm" />
        <h2>
          <span role="status">
            {text('{count, plural, one {# unacknowledged alarm} other {# unacknowledged alarms}}', {
              count: incidents.length,
            })}
          </span>
        </h2>
        {mayWrite && incidents.length > 1 && (
          <Button
            size="xs"
            variant="default"
            loading={acknowledge.isPending}
            onClick={() => (shown.length < incidents.length ? setAsking(true) : acknowledge.mutate(all))}
          >
            {text('Acknowledge all')}
          </Button>
        )}
      </header>
      {acknowledge.isError && <Failure error={acknowledge.error} />}
      <ul>
        {shown.map((incident) => (
          <Incident
            key={incident[0].alarm.id}
            incident={incident}
            isBusy={acknowledge.isPending && acknowledge.variables.includes(incident[0].alarm.id)}
            onAcknowledge={() => acknowledge.mutate(incident.map(({ alarm }) => alarm.id))}
          />
        ))}
      </ul>
      {isAsking && (
        <Confirm
          title={text('{count, plural, one {Acknowledge # alarm?} other {Acknowledge # alarms?}}', {
            count: incidents.length,
          })}
          action={text('Acknowledge all')}
          isBusy={acknowledge.isPending}
          onConfirm={() => acknowledge.mutate(all)}
          onClose={() => setAsking(false)}
        >
          <p>
            {text('Only {count} of them are in sight here. The others are acknowledged in your name too.', {
              count: shown.length,
            })}
          </p>
        </Confirm>
      )}
      {incidents.length > SHOWN_AT_FIRST && (
        <LinkButton onClick={() => setWhole(isWhole ? null : 'all')}>
          {isWhole ? text('Show fewer') : text('Show all {count}', { count: incidents.length })}
        </LinkButton>
      )}
    </section>
  );
}

interface IncidentProps {
  incident: ReturnType<typeof incidentsOfDoors>[number];
  isBusy: boolean;
  onAcknowledge(): void;
}

function Incident({ incident, isBusy, onAcknowledge }: IncidentProps) {
  const { mayWrite } = useHere();
  const wordsAt = useWordsAt();
  const now = useNow(1_000);
  const { alarm } = incident[0];
  const words = wordsAt(alarm.location.id);
  // How the door is by now says nothing about an opening that is over.
  const isOver = endOf(incident) !== null;
  const why = causeWords(alarm, words.instant);
  const story = storyOf(incident, words.clock, now);
  return (
    <li>
      <div>
        <p>
          {rich(ALARM_WORDS[alarm.type], {
            door: (
              <Link key="door" href={`/doors/${alarm.lock.id}`}>
                {alarm.lock.name}
              </Link>
            ),
            b: (parts) => <strong key="what">{parts}</strong>,
            ago: <Ago key="ago" at={alarm.occurred_at} locationId={alarm.location.id} />,
            moment: (
              <Link
                key="moment"
                href={`/doors/${alarm.lock.id}?at=${alarm.occurred_at}`}
                title={text('See the door at that moment')}
              >
                <At at={alarm.occurred_at} locationId={alarm.location.id} />
              </Link>
            ),
          })}
          <span className={styles.place}>
            {[alarm.lock.place, alarm.location.name].filter(Boolean).join(' · ')}
          </span>
        </p>
        <p className={styles.story}>{`${capital(story)}.`}</p>
        <p className={styles.why}>{isOver ? why : `${why} ${contactWords(alarm, words.instant)}`}</p>
      </div>
      {mayWrite && (
        <Button
          size="xs"
          variant="default"
          loading={isBusy}
          aria-label={text('Acknowledge: {name}', { name: alarm.lock.name })}
          onClick={onAcknowledge}
        >
          {text('Acknowledge')}
        </Button>
      )}
    </li>
  );
}
