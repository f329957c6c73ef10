/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { after } from './clock.js';
import { openDoor } from './open-door.js';
import { isUnderWay, type PressState } from './press.rules.js';
import type { Door } from './types.js';
import { clock, type Words } from './words.rules.js';

const IDLE: PressState = { kind: 'idle' };

/** One door, its button, and what the last press came to. */
export function DoorCard({
  door,
  words,
  isLive,
  onEnd,
}: {
  door: Door;
  words: Words;
  isLive: boolean;
  onEnd(): void;
}) {
  const [state, setState] = useState<PressState>(IDLE);
  // Two presses before the page has drawn the first are one.
  const busy = useRef(false);
  const press = async () => {
    if (busy.current) return;
    busy.current = true;
    try {
      await openDoor(door.id, setState);
    } finally {
      busy.current = false;
      onEnd();
    }
  };
  useEffect(() => {
    if (state.kind !== 'open') return;
    let isOver = false;
    void after(state.for_ms).then(() => {
      if (!isOver) setState(IDLE);
    });
    return () => {
      isOver = true;
    };
  }, [state]);

  const label = labelOf(state, words);
  const said = saidOf(state, words);
  return (
    <li class="door" data-state={state.kind}>
      <h3>{door.name}</h3>
      {door.type === 'remote' ? (
        <>
          {isLive && door.online === false && <p class="away">{words.doorOffline}</p>}
          <button
            type="button"
            class="open"
            aria-disabled={isUnderWay(state)}
            aria-label={state.kind === 'idle' || said ? words.openDoor(door.name) : undefined}
            onClick={() => void press()}
          >
            {label}
            {state.kind === 'open' && <i style={{ animationDuration: `${state.for_ms}ms` }} />}
          </button>
        </>
      ) : (
        <p class="reader">
          <strong>{words.reader}</strong> {words.readerHint}
        </p>
      )}
      <div role="status" class="said">
        {said ? (
          <>
            <strong>{said.title}</strong> {said.text}
          </>
        ) : (
          state.kind !== 'idle' && <span class="only-read">{label}</span>
        )}
      </div>
    </li>
  );
}

function labelOf(state: PressState, words: Words): string {
  switch (state.kind) {
    case 'sending':
      return words.sending;
    case 'sent':
      return words.sent;
    case 'opening':
      return words.opening;
    case 'open':
      return words.unlocked;
    default:
      return words.open;
  }
}

function saidOf(state: PressState, words: Words): { title: string; text: string } | null {
  switch (state.kind) {
    case 'not_sent':
      return { title: words.notSent, text: words.why[state.why] };
    case 'failed':
      return { title: words.failed, text: words.why[state.why] };
    case 'unsure':
      return { title: '', text: words.unsure };
    case 'unknown':
      return words.unknown;
    case 'was_open':
      return words.wasOpen(state.at && clock(words, state.at));
    default:
      return null;
  }
}
