import { TextInput } from '@mantine/core';
import { now } from '../clock.js';
import { FilterBar } from '../ui/filters.jsx';
import { field } from '../ui/form.js';
import { Note, Problem } from '../ui/text.jsx';
import { wordsOf } from '../zone-words.js';
import { type Choice, ENDS, validityOf } from './validity.rules.js';

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
        <legend>Valid for</legend>
        {ENDS.map(({ value: end, label }) => (
          <button
            key={end}
            type="button"
            aria-pressed={value.end === end}
            onClick={() => onChange({ ...value, end })}
          >
            {label}
          </button>
        ))}
      </FilterBar>
      {value.end === 'until' && (
        <TextInput
          type="datetime-local"
          label="Until"
          {...field(value.until, (until) => onChange({ ...value, until }))}
        />
      )}
      {hasStart && (
        <TextInput
          type="datetime-local"
          label="From"
          description={`By the clock in ${timezone}. Empty: from now on.`}
          {...field(value.start, (start) => onChange({ ...value, start }))}
        />
      )}
      {isWrong ? (
        <Problem role="status">{validity}</Problem>
      ) : (
        <Note role="status">
          {`Opens ${hasStart ? `from ${validity.starts === null ? 'now' : words.moment(validity.starts)} ` : ''}${validity.ends === null ? 'without an end' : `until ${words.dateTime(validity.ends)}`}.`}
        </Note>
      )}
      {error && <Problem role="alert">{error}</Problem>}
    </>
  );
}
