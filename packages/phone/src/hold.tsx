import { useState } from 'preact/hooks';
import button from './button.module.css';
import styles from './hold.module.css';
import type { Door, Wish } from './types.js';
import { lengthsOf, type Words } from './words.rules.js';

interface HoldProps {
  door: Door;
  words: Words;
  isHeld: boolean;
  isBusy: boolean;
  onAsk(wish: Wish): void;
}

/** Holds a door open for a while, or ends the hold: for a key that is marked for it. */
export function Hold({ door, words, isHeld, isBusy, onAsk }: HoldProps) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = (wish: Wish) => {
    setChoosing(false);
    onAsk(wish);
  };
  return (
    <div class={styles.hold}>
      {isHeld && (
        <button
          type="button"
          class={button.plain}
          aria-disabled={isBusy}
          aria-label={`${words.hold.end}: ${door.name}`}
          onClick={() => choose({ act: 'release' })}
        >
          {words.hold.end}
        </button>
      )}
      <button
        type="button"
        class={button.plain}
        aria-disabled={isBusy}
        aria-expanded={isChoosing}
        aria-label={`${words.hold.keep}: ${door.name}`}
        onClick={() => setChoosing(!isChoosing)}
      >
        {words.hold.keep}
      </button>
      {isChoosing && (
        <fieldset aria-label={`${words.hold.keep}: ${door.name}`}>
          {lengthsOf(door, words).map(([length, label]) => (
            <button
              key={length}
              type="button"
              class={button.plain}
              aria-disabled={isBusy}
              onClick={() => choose({ act: 'hold', length })}
            >
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}
