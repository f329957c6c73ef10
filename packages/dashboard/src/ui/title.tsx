import { type ReactNode, useEffect } from 'react';

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
    <div className="title">
      <div>
        <h1>{children}</h1>
        {note && <p className="note">{note}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </div>
  );
}
