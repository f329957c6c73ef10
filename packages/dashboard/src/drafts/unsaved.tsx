import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Callout } from '../ui/parts/text.jsx';
import { keepDraft, keptDrafts, useDrafts } from './drafts.js';
import { elsewhere } from './drafts.rules.js';
import styles from './unsaved.module.css';

/** Reminds of unsaved changes to schedules and calendars on every other page; the browser asks before the tab closes. */
export function Unsaved() {
  const { me } = useHere();
  const [path] = useLocation();
  const drafts = useDrafts(me.id);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (Object.keys(keptDrafts(me.id)).length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [me.id]);
  return elsewhere(drafts, path).map(({ path: at, name }) => (
    <Callout key={at} className={styles.unsaved} role="status">
      <p>{text('Changes to {name} are not saved.', { name })}</p>
      <Buttons className={styles.buttons}>
        <Link href={at}>{text('Continue editing')}</Link>
        <Button size="xs" variant="default" onClick={() => keepDraft(me.id, at, null)}>
          {text('Discard')}
        </Button>
      </Buttons>
    </Callout>
  ));
}
