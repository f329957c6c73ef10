import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { text } from '../language/text.js';
import calendarImport from '../schedules/calendar-import.module.css';
import { Dialog } from '../ui/forms/dialog.jsx';
import { Buttons } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { BlockFields } from '../week/block-fields.jsx';
import type { CalendarFile } from '../week/calendar-file.js';
import { CalendarFileField } from '../week/calendar-file-field.jsx';
import dayForm from '../week/day-form.module.css';
import { dayName } from '../week/days.js';
import { NEW_BLOCK } from '../week/editor.rules.js';
import {
  type DayKind,
  type Draft,
  type DraftDay,
  freshIdOf,
  KIND_WORDS,
  takeFile,
} from './calendar.rules.js';

interface DaysProps {
  draft: Draft;
  faults: ReadonlyMap<number, string>;
  today: string;
  newId(): number;
  onChange(days: DraftDay[]): void;
}

/** Days that people set by hand or take from files; those of the past are kept, and shown on request. */
export function Days({ draft, faults, today, newId, onChange }: DaysProps) {
  const [isImporting, setImporting] = useState(false);
  const [withPast, setWithPast] = useState(false);
  const { days } = draft;
  const past = days.filter(({ date }) => date !== '' && date < today).length;
  const change = (id: number, fields: Partial<DraftDay>) =>
    onChange(days.map((day) => (day.id === id ? { ...day, ...fields } : day)));
  return (
    <Card aria-labelledby="days">
      <h2 id="days">{text('Days')}</h2>
      <Note>
        {text(
          'Closed days and special hours, beside the public holidays. A day set here overrides a holiday.',
        )}
      </Note>
      {days.length === 0 && <Note>{text('No days yet.')}</Note>}
      <div className={dayForm.forms}>
        {days
          .filter(({ date }) => withPast || date === '' || date >= today)
          .map((day, index) => {
            const name = day.date ? dayName(day.date) : text('Day {number}', { number: index + 1 });
            return (
              <fieldset key={day.id} className={dayForm.form}>
                <legend>
                  {name}
                  {day.uid !== null && <small> {text('(from a file)')}</small>}
                </legend>
                <TextInput
                  type="date"
                  label={text('Date')}
                  value={day.date}
                  error={text(faults.get(day.id) ?? '')}
                  onChange={(event) => change(day.id, { date: event.currentTarget.value })}
                />
                <TextInput
                  label={text('What it is')}
                  value={day.name}
                  maxLength={200}
                  onChange={(event) => change(day.id, { name: event.currentTarget.value })}
                />
                <NativeSelect
                  label={text('That day')}
                  value={day.kind}
                  data={Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label: text(label) }))}
                  onChange={(event) => {
                    const kind = event.currentTarget.value as DayKind;
                    const blocks =
                      kind === 'open' && day.blocks.length === 0
                        ? [{ ...NEW_BLOCK, id: newId() }]
                        : day.blocks;
                    change(day.id, { kind, blocks });
                  }}
                />
                {day.kind === 'open' && (
                  <BlockFields
                    of={name}
                    blocks={day.blocks}
                    faults={faults}
                    newId={newId}
                    onChange={(blocks) => change(day.id, { blocks })}
                  />
                )}
                <Button
                  variant="default"
                  size="xs"
                  aria-label={text('Remove {name}', { name })}
                  onClick={() => onChange(days.filter(({ id }) => id !== day.id))}
                >
                  {text('Remove')}
                </Button>
              </fieldset>
            );
          })}
      </div>
      <div className={calendarImport.row}>
        <Button
          variant="default"
          size="sm"
          onClick={() =>
            onChange([...days, { id: newId(), date: '', name: '', kind: 'closed', blocks: [], uid: null }])
          }
        >
          {text('Add a day')}
        </Button>
        <Button variant="default" size="sm" onClick={() => setImporting(true)}>
          {text('Import a calendar file')}
        </Button>
        {past > 0 && (
          <Button variant="default" size="sm" onClick={() => setWithPast(!withPast)}>
            {withPast
              ? text('Hide past days')
              : text('Show {count, plural, one {# past day} other {# past days}}', { count: past })}
          </Button>
        )}
      </div>
      {isImporting && (
        <FileImport draft={draft} today={today} onChange={onChange} onClose={() => setImporting(false)} />
      )}
    </Card>
  );
}

interface FileImportProps {
  draft: Draft;
  today: string;
  onChange(days: DraftDay[]): void;
  onClose(): void;
}

/** A file's days as closed days; events that it has had before are replaced. Nothing is saved here. */
function FileImport({ draft, today, onChange, onClose }: FileImportProps) {
  const [file, setFile] = useState<CalendarFile | null>(null);
  const taken = file && takeFile(draft.days, file, today, freshIdOf(draft));
  return (
    <Dialog title={text('Days of a calendar file')} onClose={onClose}>
      <div className={calendarImport.form}>
        <CalendarFileField today={today} onRead={setFile} />
        <div role="status">
          {taken && (
            <>
              <p>
                {text(
                  '{added, plural, one {# closed day} other {# closed days}} to add, {replaced, number} replaced, {removed, number} removed that the file no longer has.',
                  { added: taken.added, replaced: taken.replaced, removed: taken.removed },
                )}
              </p>
              {taken.kept.length > 0 && (
                <Note>
                  {text('Set here already, which stays: {days}.', {
                    days: taken.kept
                      .map(({ date, names }) => `${dayName(date)} (${names.join(', ')})`)
                      .join('; '),
                  })}
                </Note>
              )}
            </>
          )}
          {file && file.leftOut.length > 0 && (
            <Note>{text('Left out: {list}.', { list: file.leftOut.join('; ') })}</Note>
          )}
        </div>
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button
            disabled={!taken || taken.added + taken.replaced + taken.removed === 0}
            onClick={() => {
              if (taken) onChange(taken.days);
              onClose();
            }}
          >
            {text('Take the days')}
          </Button>
        </Buttons>
      </div>
    </Dialog>
  );
}
