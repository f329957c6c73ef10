import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { named } from '../names.rules.js';
import { useHere } from '../session.js';
import { keepDraft, keptDrafts, useDrafts } from './drafts.js';
import { elsewhere, schedulePath } from './drafts.rules.js';

/** Reminds of unsaved schedule changes on every other page; the browser asks before the tab closes. */
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
  return elsewhere(drafts, path).map(({ id, name }) => (
    <div key={id} className="callout unsaved" role="status">
      <p>{`Changes to the schedule of ${named(name)} are not saved.`}</p>
      <div className="buttons">
        <Link href={schedulePath(id)} className="link-button">
          Continue editing
        </Link>
        <Button size="xs" variant="default" onClick={() => keepDraft(me.id, id, null)}>
          Discard
        </Button>
      </div>
    </div>
  ));
}
