import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { text } from '../language/text.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import { Choices } from '../ui/forms/form-dialog.jsx';
import { Buttons } from '../ui/parts/button.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import type { CalendarFile } from '../week/calendar-file.js';
import { CalendarFileField } from '../week/calendar-file-field.jsx';
import { dayName } from '../week/days.js';
import type { Draft } from '../week/editor.rules.js';
import styles from './calendar-import.module.css';

/** What the service takes. */
const MAX_EXCEPTIONS = 400;

interface CalendarImportProps {
  exceptions: Draft['exceptions'];
  today: string;
  newId(): number;
  onChange(exceptions: Draft['exceptions']): void;
  onClose(): void;
}

/** Holidays of an iCalendar file as closed days; a day with an exception keeps it, and is shown. Nothing is saved here. */
export function CalendarImport({ exceptions, today, newId, onChange, onClose }: CalendarImportProps) {
  const [file, setFile] = useState<CalendarFile | null>(null);
  const [chosen, setChosen] = useState<string[]>([]);
  const taken = new Set(exceptions.map(({ date }) => date));
  const free = (file?.days ?? []).filter(({ date }) => !taken.has(date));
  const overlaps = (file?.days ?? []).filter(({ date }) => taken.has(date));
  const room = MAX_EXCEPTIONS - exceptions.length;

  function take(read: CalendarFile | null) {
    setFile(read);
    if (read) setChosen(read.days.filter(({ date }) => !taken.has(date)).map(({ date }) => date));
  }

  function add(event: FormEvent) {
    event.preventDefault();
    const added = chosen.map((date) => ({ id: newId(), date, blocks: [] }));
    onChange([...exceptions, ...added].sort((a, b) => a.date.localeCompare(b.date)));
    onClose();
  }

  return (
    <Dialog title={text('Closed on the days of a calendar')} onClose={onClose}>
      <form onSubmit={add} className={styles.form}>
        <CalendarFileField today={today} onRead={take} />
        {file && (
          <>
            {free.length > 0 && (
              <fieldset>
                <legend>
                  {text('Closed all day ({chosen} of {count} chosen)', {
                    chosen: chosen.length,
                    count: free.length,
                  })}
                </legend>
                <Choices
                  isLong
                  options={free.map(({ date, names }) => ({
                    value: date,
                    label: dayName(date),
                    description: names.join(', '),
                  }))}
                  chosen={chosen}
                  onChange={setChosen}
                />
              </fieldset>
            )}
            <div role="status">
              {file.days.length === 0 && <Note>{text('No day of the next two years is in this file.')}</Note>}
              {overlaps.length > 0 && (
                <Note>
                  {text('Have an exception already, which stays: {days}.', {
                    days: overlaps
                      .map(({ date, names }) => `${dayName(date)} (${names.join(', ')})`)
                      .join('; '),
                  })}
                </Note>
              )}
              {file.leftOut.length > 0 && (
                <Note>{text('Left out: {events}.', { events: file.leftOut.join('; ') })}</Note>
              )}
              {chosen.length > room && (
                <Problem>
                  {text('There is room for {count} more exceptions: choose fewer.', { count: room })}
                </Problem>
              )}
            </div>
          </>
        )}
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {text('Cancel')}
          </Button>
          <Button type="submit" disabled={chosen.length === 0 || chosen.length > room}>
            {text('{count, plural, one {Add # closed day} other {Add # closed days}}', {
              count: chosen.length,
            })}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}
