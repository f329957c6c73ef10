import { type PointerEvent, useRef, useState } from 'react';
import { text } from '../language/text.js';
import { DAY_NAMES, FULL_DAY_NAMES } from './days.js';
import type { Draft, DraftBlock } from './editor.rules.js';
import { NEW_BLOCK } from './editor.rules.js';
import { blocksWords } from './schedule-words.js';
import { DAYS, type Day, minutesOf, timeOf } from './week.rules.js';
import styles from './week-grid.module.css';

const DAY_MINUTES = 1_440;
const SNAP = 15;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** What the pointer does to a block, from the minute where it took hold. */
interface Drag {
  day: Day;
  id: number;
  part: 'from' | 'to' | 'whole';
  began: number;
  from: number;
  to: number;
}

interface WeekGridProps {
  week: Draft['week'];
  /** Null: to be looked at only. */
  onChange: ((day: Day, blocks: DraftBlock[]) => void) | null;
  newId(): number;
}

/** The week as bars that are drawn, moved and stretched by hand; the fields below say and do the same. */
export function WeekGrid({ week, onChange, newId }: WeekGridProps) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const tracks = useRef(new Map<Day, HTMLElement>());

  const minuteAt = (day: Day, x: number): number => {
    const box = tracks.current.get(day)?.getBoundingClientRect();
    if (!box) return 0;
    const share = Math.min(1, Math.max(0, (x - box.left) / box.width));
    return Math.round((share * DAY_MINUTES) / SNAP) * SNAP;
  };
  const begin = (event: PointerEvent, day: Day) => {
    if (!onChange || event.button !== 0) return;
    const { target } = event;
    const minute = minuteAt(day, event.clientX);
    const bar = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null;
    const block = week[day].find(({ id }) => id === Number(bar?.dataset.block));
    const part = (target as HTMLElement).dataset.part as 'from' | 'to' | undefined;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (block) {
      const from = minutesOf(block.from);
      const to = minutesOf(block.to);
      // Over midnight only its ends are moved, by their fields: a bar cannot be dragged out of its day.
      if (to <= from) return;
      setDrag({ day, id: block.id, part: part ?? 'whole', began: minute, from, to });
      return;
    }
    const start = Math.min(minute, DAY_MINUTES - SNAP);
    const id = newId();
    const to = start + SNAP;
    onChange(day, [...week[day], { ...NEW_BLOCK, id, from: timeOf(start), to: timeOf(to) }]);
    setDrag({ day, id, part: 'to', began: to, from: start, to });
  };
  const move = (event: PointerEvent) => {
    if (!drag || !onChange) return;
    const { day, id, part, began, from, to } = drag;
    const by = minuteAt(day, event.clientX) - began;
    const times =
      part === 'whole'
        ? shifted(from, to, by)
        : part === 'from'
          ? { from: Math.max(0, Math.min(from + by, to - SNAP)), to }
          : { from, to: Math.min(DAY_MINUTES, Math.max(to + by, from + SNAP)) };
    onChange(
      day,
      week[day].map((block) =>
        block.id === id ? { ...block, from: timeOf(times.from), to: timeOf(times.to) } : block,
      ),
    );
  };
  const end = () => setDrag(null);

  return (
    <div
      className={styles.grid}
      role="img"
      aria-label={text('The week: {hours}', {
        hours: DAYS.map((day) => `${FULL_DAY_NAMES[day]} ${blocksWords(week[day])}`).join('; '),
      })}
      data-editable={onChange !== null || undefined}
    >
      <div className={styles.hours} aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${(hour / 24) * 100}%` }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {DAYS.map((day, index) => (
        <div key={day} className={styles.row}>
          <span className={styles.day}>{DAY_NAMES[day]}</span>
          <div
            className={styles.track}
            data-day={day}
            ref={(element) => {
              if (element) tracks.current.set(day, element);
            }}
            onPointerDown={(event) => begin(event, day)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
          >
            {HOURS.slice(1, -1).map((hour) => (
              <i key={hour} className={styles.line} style={{ left: `${(hour / 24) * 100}%` }} />
            ))}
            {restOf(week[DAYS[(index + 6) % 7] as Day]).map(({ id, to, first_person_in }) => (
              <span
                key={`rest-${id}`}
                className={styles.bar}
                data-rest
                data-first={first_person_in || undefined}
                style={{ left: 0, width: `${(minutesOf(to) / DAY_MINUTES) * 100}%` }}
              >
                <b>{`…${to}`}</b>
              </span>
            ))}
            {week[day]
              .filter(({ from, to }) => from !== '' && to !== '')
              .map((block) => (
                <Bar key={block.id} block={block} isHeld={drag?.id === block.id} />
              ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function Bar({ block, isHeld }: { block: DraftBlock; isHeld: boolean }) {
  const from = minutesOf(block.from);
  const to = minutesOf(block.to);
  const isOver = to <= from;
  const width = (isOver ? DAY_MINUTES : to) - from;
  return (
    <span
      className={styles.bar}
      data-block={block.id}
      data-first={block.first_person_in || undefined}
      data-over={isOver || undefined}
      data-held={isHeld || undefined}
      style={{ left: `${(from / DAY_MINUTES) * 100}%`, width: `${(width / DAY_MINUTES) * 100}%` }}
    >
      {!isOver && <i data-part="from" />}
      <b>{`${block.from}–${block.to}`}</b>
      {!isOver && <i data-part="to" />}
    </span>
  );
}

/** What of a day's blocks lies in the next. */
const restOf = (blocks: readonly DraftBlock[]): DraftBlock[] =>
  blocks.filter(
    ({ from, to }) => from !== '' && to !== '' && minutesOf(to) <= minutesOf(from) && minutesOf(to) > 0,
  );

function shifted(from: number, to: number, by: number): { from: number; to: number } {
  const start = Math.max(0, Math.min(from + by, DAY_MINUTES - (to - from)));
  return { from: start, to: start + to - from };
}
