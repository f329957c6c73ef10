import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import { ValidityField } from '../people/validity.jsx';
import { FROM_NOW, validityOf } from '../people/validity.rules.js';
import { useHere } from '../session.js';
import type { ReviewedKey } from '../types.js';
import { useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { named } from '../words/names.rules.js';

interface ExtendProps {
  keyOf: ReviewedKey;
  onClose(): void;
  onDone(said: string): void;
}

/** Another end for a key; its start stays. */
export function Extend({ keyOf: key, onClose, onDone }: ExtendProps) {
  const { locations } = useHere();
  const timezone = locations.find(({ id }) => id === key.location.id)?.timezone ?? 'UTC';
  const [choice, setChoice] = useState({ ...FROM_NOW, end: 'month' as (typeof FROM_NOW)['end'] });
  const validity = validityOf(choice, now(), timezone);
  const isReady = typeof validity !== 'string';
  const change = useChange(
    () => {
      const ends = isReady ? validity.ends : null;
      const expires_at = ends === null ? null : new Date(ends).toISOString();
      return call('PATCH', `/keys/${key.id}`, { body: { expires_at } });
    },
    ['keys'],
    () => onDone(text('“{name}” has a new end.', { name: key.name })),
  );
  return (
    <FormDialog
      title={text('New end for “{name}”', { name: named(key.name) })}
      action={text('Save')}
      change={change}
      isReady={isReady}
      onClose={onClose}
    >
      <ValidityField
        value={choice}
        timezone={timezone}
        hasStart={false}
        error={change.fault('expires_at')}
        onChange={setChoice}
      />
    </FormDialog>
  );
}
