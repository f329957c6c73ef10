import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'wouter';
import { type AnyCall, call } from '../api.js';
import { now } from '../clock.js';
import { phrase, rich, text } from '../language/text.js';
import { type Step, stepsFor } from '../people/key-steps.js';
import { useHere } from '../session.js';
import type { ReviewedKey } from '../types.js';
import { useChoice, useTyped } from '../ui/address.js';
import { State } from '../ui/badge.jsx';
import { Confirm } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { Filters, Tools } from '../ui/filters.jsx';
import filters from '../ui/filters.module.css';
import { useChange } from '../ui/form.js';
import { Icon } from '../ui/icon.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { RowButton } from '../ui/row-button.jsx';
import table from '../ui/table.module.css';
import { Note, Outcome } from '../ui/text.jsx';
import { Ago, Planned, ZoneNote } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { Extend } from './extend.jsx';
import { mayExtend, meaningOf, SHOWN, SHOWN_WORDS, stateOf } from './words.rules.js';

const SORTS = [
  { value: 'newest', label: phrase('newest first') },
  { value: 'person', label: phrase('by person') },
  { value: 'end', label: phrase('by end') },
  { value: 'used', label: phrase('unused longest first') },
] as const;
const SORT_VALUES = SORTS.map(({ value }) => value);
const MAX_SEARCH = 200;
/** Of the steps of a key, those that concern its person alone. */
const IS_STEP = /\/(resend|return)$/;
const NO_MARKS = { begins: false, holds: false };

/** All keys of a place: which are in use, and which want a decision. */
export default function KeysPage() {
  const { locationId, mayWrite } = useHere();
  const search = useTyped('search');
  const [show, setShow] = useChoice('show', SHOWN);
  const [sort, setSort] = useChoice('sort', SORT_VALUES);
  const [asking, setAsking] = useState<Step | null>(null);
  const [extending, setExtending] = useState<ReviewedKey | null>(null);
  const [said, setSaid] = useState('');
  const asked = useDeferredValue(search.value.trim().slice(0, MAX_SEARCH));
  const counts = useQuery({
    queryKey: ['keys', 'counts', locationId],
    queryFn: ({ signal }) => call('GET', '/key-counts', { location: locationId, signal }),
  });
  const pages = usePages(
    ['keys', 'review'],
    '/key-review',
    { show: show ?? 'all', sort: sort ?? 'newest', search: asked || null },
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
        <TextInput
          type="search"
          className={filters.search}
          aria-label={text('Search keys by their name or their person')}
          placeholder={text('Name of the key or person')}
          leftSection={<Icon name="search" size={18} />}
          maxLength={MAX_SEARCH}
          value={search.value}
          onChange={(event) => search.set(event.currentTarget.value)}
          onBlur={search.keep}
        />
        <NativeSelect
          aria-label={text('Sort keys')}
          data={SORTS.map(({ value, label }) => ({ value, label: text(label) }))}
          value={sort ?? 'newest'}
          onChange={(event) => setSort(SORT_VALUES.find((one) => one === event.currentTarget.value) ?? null)}
        />
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
          asked || show ? text('No keys found.') : text('No keys yet. Give one on the page of a person.')
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
                {rich('from {time}', {
                  time: <Planned key="from" at={key.starts_at} locationId={key.location.id} />,
                })}
                <small>
                  {key.expires_at
                    ? rich('until {time}', {
                        time: <Planned key="until" at={key.expires_at} locationId={key.location.id} />,
                      })
                    : text('without an end')}
                </small>
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
      {asking?.warning && (
        <Confirm
          title={asking.warning.title}
          action={asking.label}
          isBusy={act.isPending}
          onConfirm={() => act.mutate(asking)}
          onClose={() => setAsking(null)}
        >
          <p>{asking.warning.text}</p>
          {act.isError && <Failure error={act.error} />}
        </Confirm>
      )}
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
