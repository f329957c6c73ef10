import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import type { Door } from '../types.js';
import { field } from '../ui/forms/form.js';
import { Problem } from '../ui/parts/text.jsx';
import { CHOICES, type Choice, endOf } from './stay-open.rules.js';

/** For how long a door is to be held open, while someone chooses it. */
export interface HoldLength {
  choice: Choice;
  choose(choice: Choice): void;
  /** A time by the door's clock, for the choice of a time. */
  typed: string;
  type(typed: string): void;
  fault: string | null;
  /** What is asked of the service; null where the choice is not one, which is then shown. */
  body(door: Door): { mode: 'stay_open'; expires_at: string | null } | null;
}

export function useHoldLength(timezone: string): HoldLength {
  const [choice, choose] = useState<Choice>('60');
  const [typed, type] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  return {
    choice,
    choose,
    typed,
    type,
    fault,
    body(door) {
      try {
        const end = endOf(choice, typed, now(), { ...door, timezone });
        setFault(null);
        return { mode: 'stay_open', expires_at: end === null ? null : new Date(end).toISOString() };
      } catch (error) {
        setFault(text((error as RangeError).message));
        return null;
      }
    },
  };
}

interface FieldProps {
  label: string;
  length: HoldLength;
  timezone: string;
  disabled?: boolean;
}

export function HoldLengthField({ label, length, timezone, disabled = false }: FieldProps) {
  const { choice, choose, typed, type, fault } = length;
  return (
    <>
      <NativeSelect
        label={label}
        data={CHOICES.map(({ value, label }) => ({ value, label: text(label) }))}
        value={choice}
        disabled={disabled}
        onChange={(event) => choose(event.currentTarget.value as Choice)}
      />
      {choice === 'time' && (
        <TextInput
          type="datetime-local"
          label={text('Until, by the clock in {timezone}', { timezone })}
          {...field(typed, type)}
        />
      )}
      {fault && <Problem role="alert">{fault}</Problem>}
    </>
  );
}
