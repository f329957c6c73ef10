import { TextInput } from '@mantine/core';
import { now } from '../clock.js';
import { phrase, text } from '../language/text.js';
import { field } from '../ui/forms/form.js';
import { FilterBar } from '../ui/lists/filters.jsx';
import { Note, Problem } from '../ui/parts/text.jsx';
import { wordsOf } from '../words/zone-words.js';
import { type Choice, ENDS, validityOf } from './validity.rules.js';

const OPENS = {
  fromNow: phrase('Opens from now {hasEnd, select, yes {until {end}} other {without an end}}.'),
  from: phrase('Opens from {start} {hasEnd, select, yes {until {end}} other {without an end}}.'),
  alone: phrase('Opens {hasEnd, select, yes {until {end}} other {without an end}}.'),
};

interface ValidityFieldProps {
  value: Choice;
  timezone: string;
  /** What the service found wrong. */
  error?: string | undefined;
  /** Whether a start can be set; true where it is left out. */
  hasStart?: boolean;
  onChange(value: Choice): void;
}

/** How long a key opens: usual lengths at a press, and a start that is now unless another is set. */
export function ValidityField({ value, timezone, error, hasStart = true, onChange }: ValidityFieldProps) {
  const validity = validityOf(value, now(), timezone);
  const words = wordsOf(timezone, now);
  const isWrong = typeof validity === 'string';
  return (
    <>
      <FilterBar>
        <legend>{text('Valid for')}</legend>
        {ENDS.map(({ value: end, label }) => (
          <button
            key={end}
            type="button"
            aria-pressed={value.end === end}
            onClick={() => onChange({ ...value, end })}
          >
            {text(label)}
          </button>
        ))}
      </FilterBar>
      {value.end === 'until' && (
        <TextInput
          type="datetime-local"
          label={text('Until')}
          {...field(value.until, (until) => onChange({ ...value, until }))}
        />
      )}
      {hasStart && (
        <TextInput
          type="datetime-local"
          label={text('From')}
          description={text('In the time zone {timezone}. Empty: from now on.', { timezone })}
          {...field(value.start, (start) => onChange({ ...value, start }))}
        />
      )}
      {isWrong ? (
        <Problem role="status">{text(validity)}</Problem>
      ) : (
        <Note role="status">
          {text(hasStart ? (validity.starts === null ? OPENS.fromNow : OPENS.from) : OPENS.alone, {
            start: validity.starts === null ? '' : words.moment(validity.starts),
            hasEnd: validity.ends === null ? 'no' : 'yes',
            end: validity.ends === null ? '' : words.dateTime(validity.ends),
          })}
        </Note>
      )}
      {error && <Problem role="alert">{error}</Problem>}
    </>
  );
}
