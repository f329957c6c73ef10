import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { after } from '../clock.js';
import { text } from '../language/text.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { Note } from '../ui/parts/text.jsx';
import styles from './hold-button.module.css';

const HOLD_MS = 2_000;

interface HoldButtonProps {
  children: string;
  /** What is asked where the button cannot be held, as by a screen reader. */
  question: string;
  /** Answers the question. */
  warning: ReactNode;
  isDisabled?: boolean;
  isBusy?: boolean;
  tone?: 'alarm' | 'quiet';
  onHeld(): void;
}

/**
 * Acts only once it has been held for two seconds, by finger, mouse, space bar or Enter: no slip of the hand does it. What
 * clicks without holding, as a screen reader or a switch does, is asked instead.
 */
export function HoldButton(props: HoldButtonProps) {
  const { children, question, warning, isDisabled = false, isBusy = false, tone = 'alarm', onHeld } = props;
  const [isHeld, setHeld] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [wasShort, setShort] = useState(false);
  const cancel = useRef<(() => void) | null>(null);
  const hint = useId();
  const cannot = isDisabled || isBusy;
  const release = () => {
    if (!cancel.current) return;
    cancel.current();
    cancel.current = null;
    setHeld(false);
    setShort(true);
  };
  const hold = () => {
    if (cannot || cancel.current) return;
    setHeld(true);
    setShort(false);
    cancel.current = after(HOLD_MS, () => {
      cancel.current = null;
      setHeld(false);
      onHeld();
    });
  };
  useEffect(() => () => cancel.current?.(), []);
  const isKey = ({ key }: KeyboardEvent) => key === ' ' || key === 'Enter';
  return (
    <div className={styles.box}>
      <button
        type="button"
        className={styles.button}
        data-tone={tone}
        data-held={isHeld || undefined}
        aria-disabled={cannot || undefined}
        aria-busy={isBusy || undefined}
        aria-describedby={hint}
        onPointerDown={(event) => event.button === 0 && hold()}
        onPointerUp={release}
        onPointerLeave={release}
        onPointerCancel={release}
        onContextMenu={(event) => event.preventDefault()}
        onBlur={release}
        onKeyDown={(event) => {
          if (!isKey(event)) return;
          // Held down, it is no click.
          event.preventDefault();
          if (!event.repeat) hold();
        }}
        onKeyUp={(event) => {
          if (!isKey(event)) return;
          event.preventDefault();
          release();
        }}
        onClick={(event) => {
          // Of no pointer and no key.
          if (event.detail === 0 && !cannot) setAsking(true);
        }}
      >
        <span className={styles.fill} aria-hidden="true" />
        <span className={styles.words}>{isHeld ? text('Keep holding…') : children}</span>
      </button>
      <Note id={hint} data-short={wasShort || undefined} className={styles.hint}>
        {text('Hold for two seconds, with finger or mouse, or with the space bar.')}
      </Note>
      {isAsking && (
        <Confirm
          title={question}
          action={children}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            onHeld();
          }}
        >
          {warning}
        </Confirm>
      )}
    </div>
  );
}
