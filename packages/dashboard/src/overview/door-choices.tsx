import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { text } from '../language/text.js';
import type { Lock } from '../types.js';
import { field } from '../ui/forms/form.js';
import { Choices } from '../ui/forms/form-dialog.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';
import { useOverview } from './query.js';
import { matches } from './status.rules.js';

/** More are found by typing. */
const SHOWN = 50;

interface DoorChoicesProps {
  chosen: readonly number[];
  onChange(ids: readonly number[]): void;
  /** Which doors may be chosen; all where it is left out. */
  isOffered?(lock: Lock): boolean;
}

/** Doors of the whole account, found by words of their name, place and location, and chosen one by one. */
export function DoorChoices({ chosen, onChange, isOffered = () => true }: DoorChoicesProps) {
  const [typed, setTyped] = useState('');
  const overview = useOverview(null);
  const found = inOrder(overview.data?.locks ?? []).filter((lock) => isOffered(lock) && matches(lock, typed));
  return (
    <>
      <TextInput
        type="search"
        label={text('Find a door')}
        placeholder={text('Part of its name, place or location')}
        autoComplete="off"
        {...field(typed, setTyped)}
      />
      {overview.isError && <Failure error={overview.error} />}
      <fieldset>
        <legend>
          {text('{count, plural, one {# door chosen} other {# doors chosen}}', { count: chosen.length })}
        </legend>
        <Choices
          options={found.slice(0, SHOWN).map(({ id, name, place, location }) => ({
            value: id,
            label: name,
            description: [place, location.name].filter(Boolean).join(' · '),
          }))}
          chosen={chosen}
          onChange={onChange}
          isLong
        />
      </fieldset>
      {found.length > SHOWN && (
        <Note>
          {text('{shown} of {count} doors: type a part of the name.', { shown: SHOWN, count: found.length })}
        </Note>
      )}
    </>
  );
}
