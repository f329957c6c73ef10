import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type AnyCall, call } from '../api.js';
import { now } from '../clock.js';
import { phrase, rich, text } from '../language/text.js';
import { ConfirmStep } from '../people/confirm-step.jsx';
import { type Step, stepsFor } from '../people/key-steps.js';
import { useHere } from '../session.js';
import type { ReviewedKey } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { RowButton } from '../ui/forms/row-button.jsx';
import { Filters, Tools } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { SearchField, useSearched } from '../ui/lists/search-field.jsx';
import { SortField, useSort } from '../ui/lists/sort-field.jsx';
import table from '../ui/lists/table.module.css';
import { useChoice } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import { Ago, ZoneNote } from '../ui/parts/time.jsx';
import { Extend } from './extend.jsx';
import { Validity } from './validity.jsx';
import { mayExtend, meaningOf, SHOWN, SHOWN_WORDS, stateOf } from './words.rules.js';

const SORTS = [
  { value: 'newest', label: phrase('newest first') },
  { value: 'person', label: phrase('by person') },
  { value: 'end', label: phrase('by end') },
  { value: 'used', label: phrase('unused longest first') },
] as const;
/** Of the steps of a key, those that concern its person alone. */
const IS_STEP = /\/(resend|return)$/;
const NO_MARKS = { begins: false, holds: false };

/** All keys of a place: which are in use, and which want a decision. */
export default function KeysPage() {
  const { locationId, mayWrite } = useHere();
  const search = useSearched();
  const [show, setShow] = useChoice('show', SHOWN);
  const sort = useSort(SORTS);
  const [asking, setAsking] = useState<Step | null>(null);
  const [extending, setExtending] = useState<ReviewedKey | null>(null);
  const [said, setSaid] = useState('');
  const { asked } = search;
  const counts = useQuery({
    queryKey: ['keys', 'counts', locationId],
    queryFn: ({ signal }) => call('GET', '/key-counts', { location: locationId, signal }),
  });
  const pages = usePages(
    ['keys', 'review'],
    '/key-review',
    { show: show ?? 'all', sort: sort.value, search: asked || null },
    locationId,
  );
  const act = useChange(
    ({ method, path }: Step) => (call as AnyCall)(method, path, { body: {} }),
    ['keys'],
    () => {
      setSaid(act.variables?.done ?? '');
      setAsking(null);
    },
  );
  return (
    <>
      <Title
        note={
          counts.data
            ? text('{count, plural, one {# key given in all} other {# keys given in all}}', {
                count: counts.data.all,
              })
            : ' '
        }
      >
        {text('Keys')}
      </Title>
      <Tools>
        <SearchField
          typed={search.typed}
          name={text('Search keys by their name or their person')}
          placeholder={text('Name of the key or person')}
        />
        <SortField name={text('Sort keys')} sort={sort} />
        <Filters
          choices={SHOWN.map((value) => ({
            value,
            words: text(SHOWN_WORDS[value]),
            count: counts.data?.[value] ?? 0,
          }))}
          value={show}
          onChange={setShow}
        />
      </Tools>
      {act.isError && !asking && <Failure error={act.error} />}
      <Outcome>{said}</Outcome>
      <Note role="status">
        {text(meaningOf(show), {
          days: (show === 'unused' ? counts.data?.unused_after_days : counts.data?.ending_within_days) ?? '…',
        })}
      </Note>
      <List
        label={text('Table of keys')}
        asked={pages}
        rows={pages.rows}
        keyOf={({ id }) => id}
        heads={[text('Person'), text('Key'), text('State'), text('Valid'), text('Last used')]}
        hasActions={mayWrite}
        empty={
          asked || show
            ? text('No keys found.')
            : rich('No keys yet. Give one on the page of <link>a person</link>.', {
                link: (name) => (
                  <Link key="link" href="/people">
                    {name}
                  </Link>
                ),
              })
        }
      >
        {(key) => {
          const state = stateOf(key, now());
          return (
            <>
              <td>
                {key.person ? (
                  <Link href={`/people/${key.person.id}`}>{key.person.name}</Link>
                ) : (
                  text('Erased person')
                )}
                <small>{key.location.name}</small>
              </td>
              <td data-label={text('Key')}>
                {key.name}
                <small>{key.security_groups.join(', ')}</small>
              </td>
              <td>
                <State tone={state.tone}>{text(state.words)}</State>
              </td>
              <td data-label={text('Valid')}>
                <Validity of={key} />
              </td>
              <td data-label={text('Last used')}>
                {key.used_at ? <Ago at={key.used_at} locationId={key.location.id} /> : text('never')}
              </td>
              {mayWrite && (
                <td className={`${table.end} ${table.wraps}`}>
                  {mayExtend(key) && (
                    <RowButton
                      name={`${text('Change the end')}: ${key.name}`}
                      onClick={() => setExtending(key)}
                    >
                      {text('Change the end')}
                    </RowButton>
                  )}
                  {stepsFor(key, NO_MARKS)
                    .filter(({ path }) => IS_STEP.test(path))
                    .map((step) => (
                      <RowButton
                        key={step.path}
                        name={`${step.label}: ${key.name}`}
                        onClick={() => (step.warning ? setAsking(step) : act.mutate(step))}
                      >
                        {step.label}
                      </RowButton>
                    ))}
                </td>
              )}
            </>
          );
        }}
      </List>
      {pages.rows.length > 0 && <ZoneNote />}
      {asking && <ConfirmStep step={asking} change={act} onClose={() => setAsking(null)} />}
      {extending && (
        <Extend
          keyOf={extending}
          onClose={() => setExtending(null)}
          onDone={(words) => {
            setSaid(words);
            setExtending(null);
          }}
        />
      )}
    </>
  );
}
