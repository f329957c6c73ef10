import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { text } from '../../language/text.js';
import { STATUS_WORDS } from '../../overview/status.rules.js';
import type { Door } from '../../types.js';
import { Buttons } from '../../ui/parts/button.jsx';
import { Card, Facts } from '../../ui/parts/card.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import type { ZoneWords } from '../../words/zone.rules.js';
import card from '../now.module.css';
import { DoorPicture } from '../picture.jsx';
import { thenQuery } from './day.jsx';
import { statusThen } from './past.rules.js';
import { linesOf } from './past-words.js';
import styles from './then.module.css';

interface ThenProps {
  door: Door;
  words: ZoneWords;
  at: number;
  onNow(): void;
}

/** The door as it was at a moment, with what is known of it and why that is believed. */
export function Then({ door, words, at, onNow }: ThenProps) {
  const asked = useQuery({ ...thenQuery(door.id, at), placeholderData: keepPreviousData });
  const then = asked.data;
  const status = then ? statusThen(then) : 'unknown';
  const clock = (moment: string | number) =>
    words.date(moment) === words.date(at)
      ? words.clock(moment)
      : `${words.day(moment)}, ${words.clock(moment)}`;
  return (
    <Card className={`${card.now} ${styles.then}`} aria-label={text('As it was')}>
      <p className={styles.banner}>
        <span>{text('As it was')}</span>
        <time dateTime={new Date(at).toISOString()}>{words.exactly(at)}</time>
      </p>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {then && (
        <>
          <DoorPicture
            name={door.name}
            doorState={then.door.value}
            isUnread={then.contact_fault !== null}
            isHeld={then.held_open.value === true}
            status={status}
            isUnlocked={false}
          />
          <p className={card.status} data-status={status} role="status">
            <i aria-hidden="true" />
            {text(STATUS_WORDS[status])}
          </p>
          <Facts className={styles.facts}>
            {linesOf(then, clock).map(({ name, value, why }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
                {why && <dd className={styles.why}>{why}</dd>}
              </div>
            ))}
          </Facts>
        </>
      )}
      <Buttons className={styles.buttons}>
        <CopyLink />
        <Button size="sm" onClick={onNow}>
          {text('Back to now')}
        </Button>
      </Buttons>
    </Card>
  );
}

/** The address names the moment already. */
function CopyLink() {
  const [isCopied, setCopied] = useState(false);
  // Only where the page came safely does the browser let it write there.
  if (!navigator.clipboard) return null;
  const copy = () =>
    navigator.clipboard.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Button size="sm" variant="default" onClick={() => void copy()}>
      <span role="status">{isCopied ? text('Link copied') : text('Copy link to this moment')}</span>
    </Button>
  );
}
