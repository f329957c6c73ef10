import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { query } from '../api.js';
import { ofField, toField } from '../events/filters.rules.js';
import { rich, text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { AuditEntry } from '../types.js';
import { FilterFields } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { More, usePages } from '../ui/lists/more.jsx';
import table from '../ui/lists/table.module.css';
import { setInAddress, useTyped } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Recipe } from '../ui/parts/text.jsx';
import { At, useWords, useWordsAt, ZoneNote } from '../ui/parts/time.jsx';
import styles from './audit.module.css';
import { actionChoices, auditFiltersOf } from './audit-filters.js';
import {
  actionWords,
  actorWords,
  changesOf,
  subjectWords,
  type Words,
  withoutSecrets,
} from './audit-words.js';
import { Chain } from './chain.jsx';

export default function AuditPage() {
  const { locationId } = useHere();
  // In the address, so that what is looked at can be sent to a colleague.
  const asked = auditFiltersOf(new URLSearchParams(useSearch()));
  const words = useWords();
  const actor = useTyped('actor');
  const subject = useTyped('subject');
  const filters = {
    action: asked.action || null,
    actor: useDeferredValue(actor.value.trim()) || null,
    subject: useDeferredValue(subject.value.trim()) || null,
    since: asked.from || null,
    until: asked.to || null,
  };
  const isFiltered = Object.values(filters).some((value) => value !== null);
  const pages = usePages(['audit'], '/audit', { ...filters, fold: 'true' }, locationId);
  return (
    <>
      <Title
        note={text('Who did what. Entries are chained, so that no change or gap goes unseen.')}
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/audit/export${query({ ...filters, location: locationId })}`}
            download="audit.csv"
          >
            {text('Export as CSV')}
          </Button>
        }
      >
        {text('Audit')}
      </Title>
      <Chain />
      <FilterFields>
        <TextInput
          label={text('Who')}
          type="search"
          placeholder={text('Part of a name')}
          value={actor.value}
          onChange={(event) => actor.set(event.currentTarget.value)}
          onBlur={actor.keep}
        />
        <NativeSelect
          label={text('What')}
          data={actionChoices()}
          value={asked.action}
          onChange={(event) => setInAddress('action', event.currentTarget.value)}
        />
        <TextInput
          label={text('To what')}
          type="search"
          placeholder={text('Part of a name, or an id')}
          value={subject.value}
          onChange={(event) => subject.set(event.currentTarget.value)}
          onBlur={subject.keep}
        />
        <TextInput
          label={text('From')}
          type="datetime-local"
          value={toField(asked.from, words)}
          onChange={(event) => setInAddress('from', ofField(event.currentTarget.value, words))}
        />
        <TextInput
          label={text('To')}
          type="datetime-local"
          value={toField(asked.to, words)}
          onChange={(event) => setInAddress('to', ofField(event.currentTarget.value, words))}
        />
      </FilterFields>
      <ZoneNote />
      <List
        label={text('Audit entries')}
        asked={pages}
        rows={pages.rows}
        keyOf={(entry) => entry.id}
        heads={[text('When'), text('Who'), text('What'), text('To what'), text('Details')]}
        empty={isFiltered ? text('No entry matches.') : text('Nothing has been done yet.')}
      >
        {(entry) =>
          entry.run ? <Run entry={entry} run={entry.run} filters={filters} /> : <Cells entry={entry} />
        }
      </List>
    </>
  );
}

function useWordsOf(): (entry: AuditEntry) => Words {
  const { locationId } = useHere();
  const locks = useOverview(locationId).data?.locks;
  const wordsAt = useWordsAt();
  const names = useMemo(() => new Map(locks?.map(({ id, name }) => [id, name])), [locks]);
  return ({ location_id }) => ({
    moment: wordsAt(location_id).instant,
    door: (id) => names.get(id),
  });
}

function Cells({ entry }: { entry: AuditEntry }) {
  const words = useWordsOf()(entry);
  return (
    <>
      <td>
        <At at={entry.at} locationId={entry.location_id} />
        <small>
          {entry.sequence === null ? text('being chained') : text('no. {id}', { id: String(entry.sequence) })}
        </small>
      </td>
      <td>{actorWords(entry.actor)}</td>
      <td className={table.action}>{actionWords(entry.action)}</td>
      <td>
        <Subject entry={entry} words={words} />
        <small>{subjectWords(entry.subject.type)}</small>
      </td>
      <td className={table.wide}>
        <Details entry={entry} words={words} />
      </td>
    </>
  );
}

interface RunProps {
  entry: AuditEntry;
  run: NonNullable<AuditEntry['run']>;
  filters: Record<string, string | null>;
}

/** What one act has written, as one row; its entries on request. */
function Run({ entry, run, filters }: RunProps) {
  const [isOpen, setOpen] = useState(false);
  const count = run.actions.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <td>
        <At at={entry.at} locationId={entry.location_id} />
        <small>
          {rich('since {time}', {
            time: <At at={run.since} locationId={entry.location_id} />,
          })}
        </small>
      </td>
      <td>{actorWords(entry.actor)}</td>
      <td className={table.action}>
        {run.actions.map(({ action, count: times }) => (
          <div key={action}>
            {text('{action}, {count, plural, one {once} other {# times}}', {
              action: actionWords(action),
              count: times,
            })}
          </div>
        ))}
      </td>
      <td colSpan={2}>
        <LinkButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? text('Hide the entries') : text('Show the {count, number} entries', { count })}
        </LinkButton>
        {isOpen && <Unfolded entry={entry} from={run.from} filters={filters} />}
      </td>
    </>
  );
}

function Unfolded({
  entry,
  from,
  filters,
}: {
  entry: AuditEntry;
  from: number;
  filters: RunProps['filters'];
}) {
  const { locationId } = useHere();
  const wordsOf = useWordsOf();
  const pages = usePages(['audit', 'run'], '/audit', { ...filters, from, to: entry.number }, locationId);
  return (
    <>
      <ul className={styles.run}>
        {pages.rows.map((one) => (
          <li key={one.id}>
            {`${one.sequence === null ? '' : `${text('no. {id}', { id: String(one.sequence) })} · `}${actionWords(one.action)}: `}
            <Subject entry={one} words={wordsOf(one)} />
          </li>
        ))}
      </ul>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      <More pages={pages} />
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
                  <span className="only-read">{text('before:')} </span>
                  <span className={styles.before}>{before}</span>
                  <span aria-hidden="true"> → </span>
                  <span className="only-read">{`, ${text('now:')}`} </span>
                </>
              )}
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <details>
        <summary>{text('As it is written')}</summary>
        <Recipe>
          {JSON.stringify({ action: entry.action, details: withoutSecrets(entry.details) }, null, 2)}
        </Recipe>
      </details>
    </>
  );
}
