import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { useRef } from 'react';
import { Link } from 'wouter';
import { text } from '../language/text.js';
import { STATUS_WORDS, type Status } from '../overview/status.rules.js';
import type { Lock } from '../types.js';
import { nudged, type Placed, placed } from './place.rules.js';
import styles from './stage.module.css';

export interface Marker extends Placed {
  lock: Lock;
  status: Status;
}

interface StageProps {
  src: string;
  width: number;
  height: number;
  name: string;
  markers: readonly Marker[];
  /** Where doors can be moved: the door that the next press on the drawing places, and what takes the places. */
  editing: { chosen: number | null; doors: readonly Placed[]; set(doors: Placed[]): void } | null;
}

/** The drawing with its doors: links to them, or, while they are placed, what can be dragged and moved by arrow keys. */
export function Stage({ src, width, height, name, markers, editing }: StageProps) {
  const box = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  const place = (lockId: number, event: { clientX: number; clientY: number }) => {
    const rect = box.current?.getBoundingClientRect();
    if (!rect || !editing) return;
    const x = (event.clientX - rect.left) / rect.width;
    editing.set(placed(editing.doors, lockId, x, (event.clientY - rect.top) / rect.height));
  };
  const onClick = (event: MouseEvent) => {
    if (editing?.chosen != null && dragged.current === null) place(editing.chosen, event);
    dragged.current = null;
  };
  const onMove = (event: PointerEvent) => {
    if (dragged.current !== null && event.buttons > 0) place(dragged.current, event);
  };
  return (
    // The list of doors places by the keyboard what a press on the drawing places.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={box}
      className={styles.stage}
      data-editing={editing ? true : undefined}
      onClick={onClick}
      onPointerMove={onMove}
    >
      <img
        src={src}
        width={width}
        height={height}
        alt={text('Floor plan of {name}', { name })}
        draggable={false}
      />
      {markers.map(({ lock, status, x, y }) => {
        const words = `${lock.name}: ${text(STATUS_WORDS[status])}`;
        const at = { left: `${x * 100}%`, top: `${y * 100}%` };
        if (!editing)
          return (
            <Link
              key={lock.id}
              href={`/doors/${lock.id}`}
              className={styles.marker}
              style={at}
              data-status={status}
              aria-label={words}
            >
              <span aria-hidden="true">{lock.name}</span>
            </Link>
          );
        return (
          <button
            key={lock.id}
            type="button"
            className={styles.marker}
            style={at}
            data-status={status}
            aria-label={text('{name}, {x} % from the left, {y} % from the top. Arrow keys move it.', {
              name: lock.name,
              x: Math.round(x * 100),
              y: Math.round(y * 100),
            })}
            onPointerDown={(event) => {
              dragged.current = lock.id;
              event.currentTarget.focus();
            }}
            onKeyDown={(event: KeyboardEvent) => {
              const doors = nudged(editing.doors, lock.id, event);
              if (!doors) return;
              event.preventDefault();
              editing.set(doors);
            }}
          >
            <span aria-hidden="true">{lock.name}</span>
          </button>
        );
      })}
    </div>
  );
}
