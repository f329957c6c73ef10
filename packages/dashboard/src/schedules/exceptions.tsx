import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { text } from '../language/text.js';
import { Note } from '../ui/parts/text.jsx';
import { BlockFields } from '../week/block-fields.jsx';
import dayForm from '../week/day-form.module.css';
import { dayName } from '../week/days.js';
import { type Draft, NEW_BLOCK } from '../week/editor.rules.js';
import { CalendarImport } from './calendar-import.jsx';
import calendar from './calendar-import.module.css';

interface ExceptionsProps {
  exceptions: Draft['exceptions'];
  faults: ReadonlyMap<number, string>;
  /** `2026-01-07` at the door. */
  today: string;
  newId(): number;
  onChange(exceptions: Draft['exceptions']): void;
}

/** Dates on which the week does not count: closed, or other hours. */
export function Exceptions({ exceptions, faults, today, newId, onChange }: ExceptionsProps) {
  const [isImporting, setImporting] = useState(false);
  const change = (id: number, fields: Partial<Draft['exceptions'][number]>) =>
    onChange(exceptions.map((one) => (one.id === id ? { ...one, ...fields } : one)));
  return (
    <>
      {exceptions.length === 0 && <Note>{text('None: every week is the same.')}</Note>}
      <div className={dayForm.forms}>
        {exceptions.map(({ id, date, blocks }, index) => {
          const name = date ? dayName(date) : text('Exception {number}', { number: index + 1 });
          const fault = faults.get(id);
          return (
            <fieldset key={id} className={dayForm.form}>
              <legend>
                {name}
                {date !== '' && date < today && <small>{` ${text('(past)')}`}</small>}
              </legend>
              <TextInput
                type="date"
                label={text('Date')}
                value={date}
                error={fault && text(fault)}
                onChange={(event) => change(id, { date: event.currentTarget.value })}
              />
              <NativeSelect
                label={text('That day')}
                value={blocks.length === 0 ? 'closed' : 'open'}
                data={[
                  { value: 'closed', label: text('closed all day') },
                  { value: 'open', label: text('other hours') },
                ]}
                onChange={(event) =>
                  change(id, {
                    blocks: event.currentTarget.value === 'closed' ? [] : [{ ...NEW_BLOCK, id: newId() }],
                  })
                }
              />
              {blocks.length > 0 && (
                <BlockFields
                  of={name}
                  blocks={blocks}
                  faults={faults}
                  newId={newId}
                  onChange={(next) => change(id, { blocks: next })}
                />
              )}
              <Button
                variant="default"
                size="xs"
                aria-label={text('Remove the exception of {day}', { day: name })}
                onClick={() => onChange(exceptions.filter((one) => one.id !== id))}
              >
                {text('Remove')}
              </Button>
            </fieldset>
          );
        })}
      </div>
      <div className={calendar.row}>
        <Button
          variant="default"
          size="sm"
          onClick={() => onChange([...exceptions, { id: newId(), date: '', blocks: [] }])}
        >
          {text('Add an exception')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setImporting(true)}>
          {text('Import a calendar file')}
        </Button>
      </div>
      {isImporting && (
        <CalendarImport
          exceptions={exceptions}
          today={today}
          newId={newId}
          onChange={onChange}
          onClose={() => setImporting(false)}
        />
      )}
    </>
  );
}
