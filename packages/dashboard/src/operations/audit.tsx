import { useMemo } from 'react';
import { Link } from 'wouter';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { AuditEntry } from '../types.js';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import table from '../ui/table.module.css';
import { Recipe } from '../ui/text.jsx';
import { At, useWordsAt, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import styles from './audit.module.css';
import {
  actionWords,
  actorWords,
  changesOf,
  subjectWords,
  type Words,
  withoutSecrets,
} from './audit-words.rules.js';
import { Chain } from './chain.jsx';

export default function AuditPage() {
  const { locationId } = useHere();
  const pages = usePages(['audit'], '/audit', {}, locationId);
  const locks = useOverview(locationId).data?.locks;
  const wordsAt = useWordsAt();
  const names = useMemo(() => new Map(locks?.map(({ id, name }) => [id, name])), [locks]);
  const wordsOf = ({ location_id }: AuditEntry): Words => ({
    moment: wordsAt(location_id).instant,
    door: (id) => names.get(id),
  });
  return (
    <>
      <Title note="Who did what. Entries are chained, so that none can be changed or left out unseen.">
        Audit
      </Title>
      <Chain />
      <ZoneNote />
      <List
        label="Audit entries"
        asked={pages}
        rows={pages.rows}
        keyOf={(entry) => entry.id}
        heads={['When', 'Who', 'What', 'To what', 'Details']}
        empty="Nothing has been done yet."
      >
        {(entry) => (
          <>
            <td>
              <At at={entry.at} locationId={entry.location_id} />
              <small>{entry.sequence === null ? 'being chained' : `no. ${entry.sequence}`}</small>
            </td>
            <td>{actorWords(entry.actor)}</td>
            <td className={table.action}>{actionWords(entry.action)}</td>
            <td>
              <Subject entry={entry} words={wordsOf(entry)} />
              <small>{subjectWords(entry.subject.type)}</small>
            </td>
            <td className={table.wide}>
              <Details entry={entry} words={wordsOf(entry)} />
            </td>
          </>
        )}
      </List>
    </>
  );
}

const PAGES: Record<string, string> = { lock: '/doors', person: '/people', gateway: '/gateways' };
const IS_GONE = /\.(delete|erase)$/;

function Subject({ entry: { action, subject }, words }: { entry: AuditEntry; words: Words }) {
  // The entry keeps what it was called then, or how the site file refers to it.
  const name = (subject.type === 'lock' && words.door(Number(subject.id))) || subject.name || subject.id;
  const page = PAGES[subject.type];
  if (!page || IS_GONE.test(action)) return name;
  return <Link href={`${page}/${subject.id}`}>{name}</Link>;
}

function Details({ entry, words }: { entry: AuditEntry; words: Words }) {
  if (Object.keys(entry.details).length === 0) return null;
  return (
    <>
      <dl className={styles.changes}>
        {changesOf(entry, words).map(({ field, before, value }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== undefined && (
                <>
                  <span className="only-read">before: </span>
                  <span className={styles.before}>{before}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="only-read">, now: </span>
                </>
              )}
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>As it is written</summary>
        <Recipe>
          {JSON.stringify({ action: entry.action, details: withoutSecrets(entry.details) }, null, 2)}
        </Recipe>
      </details>
    </>
  );
}
