import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { said } from '../../language/service.js';
import { locale, phrase, rich, text } from '../../language/text.js';
import { FilterBar } from '../../ui/lists/filters.jsx';
import { Table } from '../../ui/lists/list.jsx';
import table from '../../ui/lists/table.module.css';
import { State } from '../../ui/parts/badge.jsx';
import { Row } from '../../ui/parts/button.jsx';
import { SectionHead } from '../../ui/parts/card.jsx';
import { Note } from '../../ui/parts/text.jsx';
import type { Result } from './run.js';
import { FIELD_NAMES, type OutcomeKind } from './table.rules.js';

/** More would only be scrolled past; what needs a person comes first. */
const MAX_SHOWN = 50;

const KINDS: readonly OutcomeKind[] = ['refused', 'create', 'exists', 'before'];
const TONES = { refused: 'alarm', create: 'good', exists: 'quiet', before: 'quiet' } as const;
const WILL = {
  refused: phrase('Wrong'),
  create: phrase('New'),
  exists: phrase('Here already'),
  before: phrase('Imported before'),
};
const DID = { ...WILL, refused: phrase('Refused'), create: phrase('Created') };

interface OutcomesProps {
  title: string;
  results: readonly Result[];
  isDone: boolean;
  /** What can be done about it. */
  children: ReactNode;
}

export function Outcomes({ title, results, isDone, children }: OutcomesProps) {
  const [only, setOnly] = useState<OutcomeKind | null>(null);
  const words = isDone ? DID : WILL;
  const ranked = KINDS.flatMap((kind) => results.filter(({ outcome }) => outcome === kind));
  const wanted = only === null ? ranked : ranked.filter(({ outcome }) => outcome === only);
  const keys = results.filter(({ key_id }) => key_id !== null).length;
  return (
    <section aria-labelledby="outcomes">
      <SectionHead>
        <h2 id="outcomes">{title}</h2>
        <Row>{children}</Row>
      </SectionHead>
      <FilterBar>
        <legend className="only-read">{text('Show only')}</legend>
        {KINDS.map((kind) => ({ kind, count: results.filter(({ outcome }) => outcome === kind).length }))
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={only === kind}
              onClick={() => setOnly(only === kind ? null : kind)}
            >
              {text(words[kind])}
              <b>{count.toLocaleString(locale)}</b>
            </button>
          ))}
      </FilterBar>
      {isDone && keys > 0 && (
        <Note>
          {text('{count, plural, one {# person got a key.} other {# people got a key.}}', { count: keys })}
        </Note>
      )}
      <Table
        label={text('Rows')}
        rows={wanted.slice(0, MAX_SHOWN)}
        keyOf={({ row }) => row.number}
        heads={[text('Row'), text('Who'), isDone ? text('What happened') : text('What will happen')]}
      >
        {({ row, outcome, person, faults }) => (
          <>
            <td data-label={text('Row')}>{row.number}</td>
            <td>
              {row.fields.name || '—'}
              <small>{[row.fields.email, row.fields.phone].filter(Boolean).join(', ')}</small>
            </td>
            <td className={table.wide}>
              <State tone={TONES[outcome]}>{text(words[outcome])}</State>
              {outcome === 'exists' && person && (
                <small>
                  {rich('as {person}', {
                    person: person.id ? (
                      <Link key="person" href={`/people/${person.id}`}>
                        {person.name}
                      </Link>
                    ) : (
                      person.name
                    ),
                  })}
                </small>
              )}
              {faults.length > 0 && outcome !== 'refused' && <small>{text('without a key:')}</small>}
              {faults.map(({ field, message }) => (
                <small key={`${field} ${message}`}>
                  {nameOf(field) === '' ? said(message) : `${nameOf(field)}: ${said(message)}`}
                </small>
              ))}
            </td>
          </>
        )}
      </Table>
      {wanted.length > MAX_SHOWN && (
        <Note>{text('and {count, number} more', { count: wanted.length - MAX_SHOWN })}</Note>
      )}
    </section>
  );
}

/** Faults of a key are the form's, which says itself what they are about. */
function nameOf(field: string): string {
  const name = FIELD_NAMES[(field === 'location_id' ? 'location' : field) as keyof typeof FIELD_NAMES];
  return name ? text(name) : '';
}
