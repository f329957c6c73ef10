import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { text } from '../../language/text.js';
import { Note } from '../parts/text.jsx';
import styles from './title.module.css';

/** How many alarms wait for someone: in the tab's title, so that it is seen from another tab. */
export const AlarmCount = createContext(0);

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
  const alarms = useContext(AlarmCount);
  useEffect(() => {
    document.title = `${alarms > 0 ? `(${alarms}) ` : ''}${children} · ${text('Doors')}`;
  }, [children, alarms]);
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
