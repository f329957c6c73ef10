import { useEffect, useRef, useState } from 'preact/hooks';
import { askDoor } from './ask-door.js';
import { after, now } from './clock.js';
import styles from './door.module.css';
import { Hold } from './hold.jsx';
import { isPast, isUnderWay, type PressState } from './press.rules.js';
import type { Door, Wish } from './types.js';
import { clock, heldWords, type Words } from './words.rules.js';

const IDLE: PressState = { kind: 'idle' };
/** How long the message that a door is held, or no longer held, stays: after that, the door's own state shows it. */
const DONE_MS = 6_000;

interface DoorCardProps {
  door: Door;
  words: Words;
  isLive: boolean;
  /** When the service last sent the doors. */
  seenAt: number;
  onEnd(): void;
}

/** One door, its actions, and the outcome of the last press. */
export function DoorCard({ door, words, isLive, seenAt, onEnd }: DoorCardProps) {
  const [state, setState] = useState<PressState>(IDLE);
  const [act, setAct] = useState<Wish['act']>('unlock');
  // Two presses before the page has drawn the first are one.
  const busy = useRef(false);
  const endedAt = useRef(0);
  const wasAway = useRef(false);
  const ask = async (wish: Wish) => {
    if (busy.current) return;
    busy.current = true;
    wasAway.current = !isLive;
    setAct(wish.act);
    try {
      await askDoor(door.id, wish, setState);
    } finally {
      busy.current = false;
      endedAt.current = now();
      onEnd();
    }
  };
  useEffect(() => {
    if (state.kind !== 'open' && state.kind !== 'done') return;
    let isOver = false;
    void after(state.kind === 'open' ? state.for_ms : DONE_MS).then(() => {
      if (!isOver) setState(IDLE);
    });
    return () => {
      isOver = true;
    };
  }, [state]);
  useEffect(() => {
    if (!isLive) wasAway.current = true;
    const seen = { isLive, wasAway: wasAway.current, isDoorOnline: door.online !== false };
    if (isPast(state, { ...seen, for_ms: seenAt - endedAt.current })) setState(IDLE);
  }, [state, isLive, seenAt, door.online]);

  const isOpening = act === 'unlock';
  const label = isOpening ? labelOf(state, words) : words.open;
  const said = isOpening ? saidOf(state, door, words) : saidOfHold(state, act, words);
  const held = isLive ? door.held : null;
  return (
    <li class={styles.door} data-state={state.kind} data-held={held !== null && held !== undefined}>
      <h3>{door.name}</h3>
      {held && <p class={styles.held}>{heldWords(words, held, door.timezone, now())}</p>}
      {door.type === 'remote' ? (
        <>
          {isLive && door.online === false && <p class={styles.away}>{words.doorOffline}</p>}
          <button
            type="button"
            class={styles.open}
            aria-disabled={isUnderWay(state)}
            aria-label={!isOpening || state.kind === 'idle' || said ? words.openDoor(door.name) : undefined}
            onClick={() => void ask({ act: 'unlock' })}
          >
            {label}
            {state.kind === 'open' && <i style={{ animationDuration: `${state.for_ms}ms` }} />}
          </button>
          {door.may_hold && (
            <Hold
              door={door}
              words={words}
              isHeld={Boolean(held)}
              isBusy={isUnderWay(state)}
              onAsk={(wish) => void ask(wish)}
            />
          )}
        </>
      ) : (
        <p class={styles.reader}>
          <strong>{words.reader}</strong> {words.readerHint}
        </p>
      )}
      <div role="status" class={styles.said}>
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

interface Said {
  title: string;
  text: string;
}

function saidOf(state: PressState, door: Door, words: Words): Said | null {
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
      return words.wasOpen(state.at && clock(words, state.at, door.timezone));
    default:
      return null;
  }
}

function saidOfHold(state: PressState, act: Wish['act'], { hold, ...words }: Words): Said | null {
  switch (state.kind) {
    case 'sending':
    case 'sent':
    case 'opening':
      return { title: '', text: hold.asking };
    case 'done':
      return { title: act === 'hold' ? hold.done : hold.ended, text: '' };
    case 'not_sent':
      return { title: words.notSent, text: words.why[state.why] };
    case 'failed':
      return { title: hold.failed, text: words.why[state.why] };
    case 'unsure':
      return { title: '', text: hold.unsure };
    case 'unknown':
      return hold.unknown;
    default:
      return null;
  }
}
