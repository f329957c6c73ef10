import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { State } from '../../ui/badge.jsx';
import { Row } from '../../ui/button.jsx';
import { SectionHead } from '../../ui/card.jsx';
import { FilterBar } from '../../ui/filters.jsx';
import { Table } from '../../ui/list.jsx';
import table from '../../ui/table.module.css';
import { Note } from '../../ui/text.jsx';
import { plural } from '../../words.js';
import type { Result } from './run.js';
import { FIELD_NAMES, type OutcomeKind } from './table.rules.js';

/** More would only be scrolled past; what needs a person comes first. */
const MAX_SHOWN = 50;

const KINDS: readonly OutcomeKind[] = ['refused', 'create', 'exists', 'before'];
const TONES = { refused: 'alarm', create: 'good', exists: 'quiet', before: 'quiet' } as const;
const WILL = { refused: 'Wrong', create: 'New', exists: 'Here already', before: 'Imported before' };
const DID = { refused: 'Refused', create: 'Created', exists: 'Here already', before: 'Imported before' };

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
        <legend className="only-read">Show only</legend>
        {KINDS.map((kind) => ({ kind, count: results.filter(({ outcome }) => outcome === kind).length }))
          .filter(({ count }) => count > 0)
          .map(({ kind, count }) => (
            <button
              key={kind}
              type="button"
              aria-pressed={only === kind}
              onClick={() => setOnly(only === kind ? null : kind)}
            >
              {words[kind]}
              <b>{count.toLocaleString()}</b>
            </button>
          ))}
      </FilterBar>
      {isDone && keys > 0 && <Note>{`${plural(keys, 'person', 'people')} got a key.`}</Note>}
      <Table
        label="Rows"
        rows={wanted.slice(0, MAX_SHOWN)}
        keyOf={({ row }) => row.number}
        heads={['Row', 'Who', isDone ? 'What happened' : 'What will happen']}
      >
        {({ row, outcome, person, faults }) => (
          <>
            <td data-label="Row">{row.number}</td>
            <td>
              {row.fields.name || '—'}
              <small>{[row.fields.email, row.fields.phone].filter(Boolean).join(', ')}</small>
            </td>
            <td className={table.wide}>
              <State tone={TONES[outcome]}>{words[outcome]}</State>
              {outcome === 'exists' && person && (
                <small>
                  as {person.id ? <Link href={`/people/${person.id}`}>{person.name}</Link> : person.name}
                </small>
              )}
              {faults.length > 0 && outcome !== 'refused' && <small>without a key:</small>}
              {faults.map(({ field, message }) => (
                <small key={`${field} ${message}`}>
                  {nameOf(field) === '' ? message : `${nameOf(field)}: ${message}`}
                </small>
              ))}
            </td>
          </>
        )}
      </Table>
      {wanted.length > MAX_SHOWN && (
        <Note>{`and ${(wanted.length - MAX_SHOWN).toLocaleString()} more like these`}</Note>
      )}
    </section>
  );
}

/** Faults of a key are the form's, which says itself what they are about. */
const nameOf = (field: string): string =>
  FIELD_NAMES[(field === 'location_id' ? 'location' : field) as keyof typeof FIELD_NAMES] ?? '';
