import { Button } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { text } from '../../language/text.js';
import { useSeen } from '../page/seen.js';
import { Buttons } from '../parts/button.jsx';
import { Note, SecretText } from '../parts/text.jsx';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  onClose(): void;
  /** Must be answered, not clicked away: what is shown is shown once. */
  isSticky?: boolean;
  /** Its title is for screen readers alone, and a press beside it closes it. */
  isBare?: boolean;
}

/** The browser's own modal dialog: it keeps the focus inside, and gives it back. */
export function Dialog({ title, children, onClose, isSticky = false, isBare = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isSeen = useSeen();
  // Closed while it is still there: only then the browser gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || !isSeen) return;
    if (!element.open) element.showModal();
    return () => element.close();
  }, [isSeen]);
  return (
    <dialog
      ref={dialog}
      className={isBare ? `${styles.dialog} ${styles.bare}` : styles.dialog}
      closedby={isBare ? 'any' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        if (!isSticky) onClose();
      }}
    >
      <h2 id={id} className={isBare ? 'only-read' : undefined}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  children: ReactNode;
  action: string;
  isBusy?: boolean;
  onConfirm(): void;
  onClose(): void;
}

export function Confirm({ title, children, action, isBusy = false, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.words}>{children}</div>
      <Buttons>
        <Button variant="default" onClick={onClose}>
          {text('Cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={onConfirm}>
          {action}
        </Button>
      </Buttons>
    </Dialog>
  );
}

/** A secret that is never shown again. */
export function Secret({ label, value, onClose }: { label: string; value: string; onClose(): void }) {
  const shown = useRef<HTMLOutputElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(text('Copied.'));
    } catch {
      // Browsers copy by themselves over https alone.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setSaid(text('This browser cannot copy it by itself. It is selected now: copy it with the keyboard.'));
    }
  };
  return (
    <Dialog title={label} onClose={onClose} isSticky>
      <p>{text('Copy it now: it is shown only this once.')}</p>
      <SecretText ref={shown} aria-label={label}>
        {value}
      </SecretText>
      <Note role="status">{said}</Note>
      <Buttons>
        <Button variant="default" onClick={() => void copy()}>
          {text('Copy')}
        </Button>
        <Button onClick={onClose}>{text('I have it')}</Button>
      </Buttons>
    </Dialog>
  );
}
