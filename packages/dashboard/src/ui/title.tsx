import { type ReactNode, useEffect } from 'react';
import { Note } from './text.jsx';
import styles from './title.module.css';

/** The page's heading, which is also the tab's title; what can be done stands beside it. */
export function Title({
  children,
  note,
  actions,
}: {
  children: string;
  note?: ReactNode;
  actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${children} · Doors`;
  }, [children]);
  return (
    <div className={styles.title}>
      <div>
        <h1>{children}</h1>
        {note && <Note>{note}</Note>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
