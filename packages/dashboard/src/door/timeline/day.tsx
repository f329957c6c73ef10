import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { call, query } from '../../api.js';
import { after, useNow } from '../../clock.js';
import { phrase, text } from '../../language/text.js';
import { STATUS_WORDS, statusOf } from '../../overview/status.rules.js';
import type { Door } from '../../types.js';
import { Card } from '../../ui/parts/card.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import { Icon } from '../../ui/parts/icon.jsx';
import { Note } from '../../ui/parts/text.jsx';
import { instantIn, type ZoneWords } from '../../words/zone.rules.js';
import type { DoorDay } from '../types.js';
import styles from './day.module.css';
import { bandAt, besideOf } from './past.rules.js';
import { dayWords, happenedAt } from './past-words.js';
import { DayStrip } from './strip.jsx';

const HOUR_MS = 3_600_000;
const GROWS_EVERY_MS = 60_000;
/** The moment follows the finger at once; the door is rebuilt when it rests. */
const REST_MS = 120;

/** What the door is now, whether or not its alarms are acknowledged. */
const NO_ALARMS = new Map<number, never>();

export const thenQuery = (id: number, at: number) => {
  const moment = new Date(at).toISOString();
  return {
    queryKey: ['door', id, 'at', moment],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('GET', `/doors/${id}/at?at=${moment}`, { signal }),
  };
};

interface DayProps {
  door: Door;
  words: ZoneWords;
  /** The moment looked at, in Unix milliseconds; null: now. */
  at: number | null;
  onAt(at: number | null): void;
}

/** A day of the door as it was from moment to moment, and a way to any of them. */
export function Day({ door, words, at, onAt }: DayProps) {
  const client = useQueryClient();
  const title = useId();
  const time = useNow();
  const [dragged, setDragged] = useState<number | null>(null);
  const cancel = useRef<() => void>(() => {});
  const moment = dragged ?? at ?? time;
  const today = words.date(time);
  const date = at === null ? today : words.date(at);
  const asked = useQuery({
    queryKey: ['door', door.id, 'day', date, words.timezone],
    queryFn: ({ signal }) =>
      call('GET', `/doors/${door.id}/day${query({ date, timezone: words.timezone })}`, { signal }),
    placeholderData: keepPreviousData,
    // A day under way grows longer though nothing happens.
    ...(at === null ? { refetchInterval: GROWS_EVERY_MS } : {}),
  });
  const day = asked.data;
  // A moment that has been reached is no longer on its way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever it is now
  useEffect(() => setDragged(null), [at]);
  useEffect(() => () => cancel.current(), []);

  const goTo = (to: number) => {
    cancel.current();
    onAt(to >= time ? null : to);
  };
  const drag = (to: number) => {
    const capped = Math.min(to, time);
    setDragged(capped);
    cancel.current();
    cancel.current = after(REST_MS, () => onAt(capped >= time - 1_000 ? null : capped));
  };
  const step = async (by: -1 | 1) => {
    const near = besideOf(day, moment, by);
    if (near) return goTo(Date.parse(near));
    const then = await client.fetchQuery(thenQuery(door.id, Math.floor(moment)));
    const far = by < 0 ? then.previous : then.next;
    if (far) goTo(Date.parse(far));
    else if (by > 0) onAt(null);
  };
  const goToDay = (chosen: string) => {
    if (chosen === today) return onAt(null);
    const end = instantIn(words.timezone, `${chosen}T23:59:59`);
    if (!Number.isNaN(end)) goTo(end);
  };
  const onKey = (event: KeyboardEvent) => {
    const begins = day ? Date.parse(day.starts_at) : moment;
    const ends = day ? Date.parse(day.ends_at) - 1_000 : moment;
    const moves: Record<string, () => unknown> = {
      ArrowLeft: () => step(-1),
      ArrowDown: () => step(-1),
      ArrowRight: () => step(1),
      ArrowUp: () => step(1),
      PageUp: () => goTo(Math.max(moment - HOUR_MS, 0)),
      PageDown: () => goTo(moment + HOUR_MS),
      Home: () => goTo(begins),
      End: () => goTo(ends),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    void move();
  };
  const isNow = at === null && dragged === null;
  const state = isNow ? text(STATUS_WORDS[statusOf(door, NO_ALARMS)]) : day ? stateWords(day, moment) : '';
  return (
    <Card className={styles.day} aria-labelledby={title}>
      <header>
        <h2 id={title}>{isNow ? text('Today') : words.day(moment)}</h2>
        <div className={styles.tools}>
          <Link href={`/doors/${door.id}/timeline${at === null ? '' : `?range=${rangeAround(at)}`}`}>
            {text('Zoom in and out')}
          </Link>
          <Button
            size="xs"
            variant="default"
            aria-label={text('The day before')}
            onClick={() => goToDay(words.date(instantIn(words.timezone, `${date}T12:00:00`) - 24 * HOUR_MS))}
          >
            <Icon name="back" size={16} />
          </Button>
          <TextInput
            type="date"
            size="xs"
            aria-label={text('Day')}
            max={today}
            value={date}
            onChange={(event) => event.currentTarget.value && goToDay(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            className={styles.turned}
            aria-label={text('The day after')}
            disabled={date >= today}
            onClick={() => goToDay(words.date(instantIn(words.timezone, `${date}T12:00:00`) + 24 * HOUR_MS))}
          >
            <Icon name="back" size={16} />
          </Button>
        </div>
      </header>
      {asked.isError && <Failure error={asked.error} again={() => void asked.refetch()} />}
      {day && (
        <>
          <DayStrip day={day} moment={moment} time={words.time}>
            <input
              type="range"
              aria-label={text('Moment of the day')}
              aria-valuetext={`${words.clock(moment)}: ${state}`}
              min={Date.parse(day.starts_at)}
              max={Date.parse(day.ends_at)}
              step={1_000}
              value={moment}
              onChange={(event) => drag(Number(event.currentTarget.value))}
              onKeyDown={onKey}
            />
          </DayStrip>
          <Note>{dayWords(day, words.time)}</Note>
          {day.known_until < day.ends_at && Date.parse(day.known_until) < time - HOUR_MS && (
            <Note>
              {text('So much happened that only the time until {time} is shown.', {
                time: words.clock(day.known_until),
              })}
            </Note>
          )}
          <div className={styles.moment}>
            <Button
              size="xs"
              variant="default"
              aria-label={text('Earlier event')}
              onClick={() => void step(-1)}
            >
              {text('Earlier')}
            </Button>
            <p>
              <strong>{isNow ? text('Now') : words.clock(moment)}</strong>
              <span>{[state, happenedAt(day, moment)].filter(Boolean).join(' · ')}</span>
            </p>
            <Button
              size="xs"
              variant="default"
              aria-label={text('Later event')}
              disabled={isNow}
              onClick={() => void step(1)}
            >
              {text('Later')}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

/** The day around a moment, as the timeline takes it. */
const rangeAround = (at: number): string =>
  [at - 12 * HOUR_MS, at + 12 * HOUR_MS].map((one) => new Date(one).toISOString()).join('/');

const HOLD_WORDS = { held: phrase('held open'), free: null, unknown: phrase('hold not known') };

function stateWords(day: DoorDay, moment: number): string {
  const last = Date.parse(day.known_until) - 1;
  const at = Math.min(moment, last);
  const door = bandAt(day.bands.door, at);
  const hold = bandAt(day.bands.hold, at);
  const held = hold && HOLD_WORDS[hold];
  const parts = [
    door && text(STATUS_WORDS[door]),
    held && text(held),
    bandAt(day.bands.gateway, at) === 'offline' && text('gateway offline'),
  ];
  return parts.filter(Boolean).join(', ');
}
