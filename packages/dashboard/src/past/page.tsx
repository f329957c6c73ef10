import { Button, NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation, useSearch } from 'wouter';
import { call, query } from '../api.js';
import { after, now } from '../clock.js';
import { Legend, RowNames } from '../door/timeline/bands.jsx';
import { text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { Door } from '../types.js';
import { FilterBar } from '../ui/lists/filters.jsx';
import { One } from '../ui/lists/one.jsx';
import { setInAddress } from '../ui/page/address.js';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card, SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { useWords, ZoneNote } from '../ui/parts/time.jsx';
import { inOrder } from '../words/names.js';
import { named } from '../words/names.rules.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { Axis } from './axis.jsx';
import { useGestures } from './gestures.js';
import { Heat } from './heat.jsx';
import styles from './page.module.css';
import { Runs } from './runs.jsx';
import { spotsOf, stretchOf } from './spots.js';
import { Track } from './track.jsx';
import type { DoorRange } from './types.js';
import { afterKey, around, LENGTHS, moved, type Window, within, zoomed } from './window.rules.js';
import { endsOf, lengthWords } from './words.js';

/** The tracks follow the hand at once; what they show is asked for when it rests. */
const REST_MS = 180;
const RANGE = 'range';
const WITH = 'with';
/** Two marks nearer than this are drawn as one. */
const APART_PX = 14;
const FIRST_LENGTH_MS = 7 * 86_400_000;

export default function TimelinePage({ id }: { id: number }) {
  return (
    <One
      title={text('Timeline')}
      of={['door', id]}
      path={`/doors/${id}`}
      gone={text(
        'This door does not exist, or it is outside your location. Choose another one under All doors.',
      )}
      back={<Back to={`/doors/${id}`}>{text('The door')}</Back>}
    >
      {(door) => <Whole door={door} />}
    </One>
  );
}

/** The stretch that the address asks for, as `2026-01-06T…Z/2026-01-07T…Z`; else the last week. */
function asked(search: string): Window {
  const [from = Number.NaN, to = Number.NaN] = (new URLSearchParams(search).get(RANGE) ?? '')
    .split('/')
    .map((at) => Date.parse(at));
  return Number.isNaN(from + to)
    ? within({ from: now() - FIRST_LENGTH_MS, to: now() }, now())
    : within({ from, to }, now());
}

const inAddress = ({ from, to }: Window): string =>
  `${new Date(from).toISOString()}/${new Date(to).toISOString()}`;

function Whole({ door }: { door: Door }) {
  const { locationId } = useHere();
  const words = useWords(door.location.id);
  const search = useSearch();
  const [, go] = useLocation();
  const [window, setWindow] = useState(() => asked(search));
  const [rested, setRested] = useState(window);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const others = inOrder((useOverview(locationId).data?.locks ?? []).filter(({ id }) => id !== door.id));
  const other = others.find(({ id }) => String(id) === new URLSearchParams(search).get(WITH));
  useGestures(box, now, setWindow);
  useEffect(
    () =>
      after(REST_MS, () => {
        setRested(window);
        setInAddress(RANGE, inAddress(window));
      }),
    [window],
  );
  const mine = useRange(door.id, rested);
  const theirs = useRange(other?.id ?? null, rested);
  const apart = ((window.to - window.from) * APART_PX) / width;
  const onKey = (event: KeyboardEvent) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(window, event.key, now());
    if (!next) return;
    event.preventDefault();
    setWindow(next);
  };
  const tracks = [
    { id: door.id, name: door.name, range: mine },
    ...(other ? [{ id: other.id, name: other.name, range: theirs }] : []),
  ];
  const isOfTwo = tracks.length > 1;
  /** A door of which so much happened that it is counted. */
  const counted = tracks.map(({ range }) => range.data).find((data) => data?.bands === null);
  const length = window.to - window.from;
  const ends = endsOf(window, words);
  return (
    // The keys of the timeline, for all that stands within it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div onKeyDown={onKey}>
      <Title note={[door.place, door.location.name].filter(Boolean).join(' · ')}>
        {text('Timeline: {door}', { door: door.name })}
      </Title>
      <Card aria-label={text('Timeline')}>
        <div className={styles.tools}>
          <FilterBar>
            <legend className="only-read">{text('How much is shown')}</legend>
            {LENGTHS.map(([name, ms]) => (
              <button
                key={name}
                type="button"
                aria-pressed={length === ms}
                onClick={() => setWindow(around((window.from + window.to) / 2, ms, now()))}
              >
                {text(name)}
              </button>
            ))}
          </FilterBar>
          <div className={styles.steps}>
            <Button size="xs" variant="default" onClick={() => setWindow(moved(window, -0.5, now()))}>
              {text('Earlier')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWindow(zoomed(window, 0.5, 0.5, now()))}>
              {text('Zoom in')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWindow(zoomed(window, 2, 0.5, now()))}>
              {text('Zoom out')}
            </Button>
            <Button size="xs" variant="default" onClick={() => setWindow(moved(window, 0.5, now()))}>
              {text('Later')}
            </Button>
          </div>
          <NativeSelect
            size="xs"
            label={text('Compare with')}
            value={other?.id ?? ''}
            onChange={(event) => setInAddress(WITH, event.currentTarget.value)}
          >
            <option value="">{text('no other door')}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </NativeSelect>
        </div>
        <p className={styles.span} role="status">
          {`${ends.from} – ${ends.to} (${lengthWords(window)})`}
        </p>
        {mine.isError && <Failure error={mine.error} again={() => void mine.refetch()} />}
        {theirs.isError && <Failure error={theirs.error} again={() => void theirs.refetch()} />}
        <div ref={box} className={styles.tracks}>
          {tracks.map(({ id, name, range }) => (
            <Lane
              key={id}
              name={name}
              isNamed={isOfTwo}
              range={range.data}
              window={window}
              apart={apart}
              words={words}
              onZoom={(next) => setWindow(within(next, now()))}
              onMoment={(at) => go(`/doors/${id}?at=${new Date(at).toISOString()}`)}
            />
          ))}
          <Axis window={window} width={width} words={words} />
        </div>
        {counted === undefined && (
          <div className={styles.meaning}>
            <RowNames />
            <Legend />
          </div>
        )}
        <Note>
          {counted === undefined
            ? text(
                'Press a mark for the door at that moment. Zoom by the wheel, two fingers or + and −; move by a drag or Page Up and Page Down.',
              )
            : text('So much happened that it is counted by {length}; press a bar to look into it.', {
                length: lengthWords({ from: 0, to: counted.step_ms }),
              })}
          {tracks.some(({ range }) => range.data?.is_cut) && ` ${text('The oldest of it is not counted.')}`}
        </Note>
      </Card>
      <Card className={styles.week} aria-labelledby="week">
        <h2 id="week">{text('The week by the hour')}</h2>
        {tracks.map(({ id, name }) => (
          <Fragment key={id}>
            {isOfTwo && <h3>{name}</h3>}
            <Heat
              door={{ id, name }}
              date={words.date((rested.from + rested.to) / 2)}
              words={words}
              onChoose={(next) => setWindow(within(next, now()))}
            />
          </Fragment>
        ))}
      </Card>
      {tracks.map(
        ({ id, name, range }) =>
          range.data?.bands && (
            <section key={id} aria-labelledby={`happened-${id}`}>
              <SectionHead>
                <h2 id={`happened-${id}`}>
                  {isOfTwo ? text('What happened: {door}', { door: named(name) }) : text('What happened')}
                </h2>
              </SectionHead>
              <Runs doorId={id} marks={marksOf(range.data)} words={words} />
            </section>
          ),
      )}
      <ZoneNote locationId={door.location.id} />
    </div>
  );
}

const marksOf = (range: DoorRange) => range.marks.map((mark) => ({ ...mark, at: Date.parse(mark.at) }));

interface LaneProps {
  name: string;
  isNamed: boolean;
  range: DoorRange | undefined;
  window: Window;
  apart: number;
  words: ZoneWords;
  onZoom(window: Window): void;
  onMoment(at: number): void;
}

function Lane({ name, isNamed, range, window, apart, words, onZoom, onMoment }: LaneProps) {
  const marks = useMemo(() => (range ? marksOf(range) : []), [range]);
  const spots = useMemo(
    () => (range ? spotsOf({ marks, steps: range.steps, step_ms: range.step_ms }, window, apart, words) : []),
    [range, marks, window, apart, words],
  );
  return (
    <>
      {isNamed && <p className={styles.name}>{name}</p>}
      <Track
        name={name}
        range={range}
        spots={spots}
        window={window}
        words={words}
        onPress={(spot) => (spot.event ? onMoment(spot.event.at) : onZoom(stretchOf(spot, marks, window)))}
      />
    </>
  );
}

function useRange(id: number | null, { from, to }: Window) {
  const range = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  return useQuery({
    queryKey: ['door', id, 'range', range.from, range.to],
    queryFn: ({ signal }) => call('GET', `/doors/${id ?? 0}/range${query(range)}`, { signal }),
    enabled: id !== null,
    placeholderData: keepPreviousData,
  });
}

/** In pixels; 1 until it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const look = () => setWidth(element.getBoundingClientRect().width || 1);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
