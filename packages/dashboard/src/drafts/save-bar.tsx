import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { text } from '../language/text.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import styles from './save-bar.module.css';

interface SaveBarProps {
  isChanged: boolean;
  /** The draft can be saved as it is. */
  isReady: boolean;
  save: { isPending: boolean; isSuccess: boolean };
  /** Why it was not saved; null where that is not of interest. */
  error: Error | null;
  onDiscard(): void;
  onSave(): void;
  /** What someone else has changed meanwhile, if anything. */
  conflict: ReactNode;
  /** What saving changes. */
  children: ReactNode;
}

/** Stays in sight while there is something to save. */
export function SaveBar({
  isChanged,
  isReady,
  save,
  error,
  onDiscard,
  onSave,
  conflict,
  children,
}: SaveBarProps) {
  return (
    <Card className={styles.saveBar} aria-label={text('Save')} data-changed={isChanged || undefined}>
      {conflict}
      {error && <Failure error={error} />}
      <p role="status">
        {isChanged ? children : save.isSuccess ? text('Saved.') : text('Nothing is changed.')}
      </p>
      <Buttons className={styles.buttons}>
        <Button variant="default" disabled={!isChanged || save.isPending} onClick={onDiscard}>
          {text('Discard')}
        </Button>
        <Button disabled={!isChanged || !isReady} loading={save.isPending} onClick={onSave}>
          {text('Save')}
        </Button>
      </Buttons>
    </Card>
  );
}
