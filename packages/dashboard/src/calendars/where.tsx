import { Button } from '@mantine/core';
import { useState } from 'react';
import { text } from '../language/text.js';
import { inTree } from '../locations.rules.js';
import { DoorChoices } from '../overview/door-choices.jsx';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import { Choices, FormDialog } from '../ui/forms/form-dialog.jsx';
import { Card } from '../ui/parts/card.jsx';
import { byName } from '../words/names.js';
import type { Draft } from './calendar.rules.js';
import type { Calendar } from './types.js';

interface WhereProps {
  calendar: Calendar;
  draft: Draft;
  onChange(change: Partial<Draft>): void;
}

/** Whole locations and single doors that the calendar counts for. */
export function Where({ calendar, draft, onChange }: WhereProps) {
  const { locations } = useHere();
  const [isChoosing, setChoosing] = useState(false);
  const below = belowOf(locations, calendar.location.id);
  return (
    <Card aria-labelledby="where">
      <h2 id="where">{text('Counts for')}</h2>
      <fieldset>
        <legend>{text('All doors of these locations, and below')}</legend>
        <Choices
          options={below.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.locations}
          onChange={(chosen) => onChange({ locations: chosen })}
          isLong={below.length > 8}
        />
      </fieldset>
      <p>
        {draft.locks.length === 0
          ? text('No single doors.')
          : text('{count, plural, one {# single door} other {# single doors}}: {names}.', {
              count: draft.locks.length,
              names: draft.locks.map(({ name }) => name).join(', '),
            })}
      </p>
      <Button variant="default" size="sm" onClick={() => setChoosing(true)}>
        {text('Choose single doors')}
      </Button>
      {isChoosing && (
        <ChooseDoors
          chosen={draft.locks}
          within={new Set(below.map(({ id }) => id))}
          onClose={() => setChoosing(false)}
          onChoose={(locks) => {
            onChange({ locks });
            setChoosing(false);
          }}
        />
      )}
    </Card>
  );
}

function belowOf(locations: ReturnType<typeof useHere>['locations'], root: number) {
  const reached = new Set([root]);
  return inTree(locations, byName).filter(({ id, parent_id }) => {
    if (id !== root && !reached.has(parent_id ?? 0)) return false;
    reached.add(id);
    return true;
  });
}

interface ChooseDoorsProps {
  chosen: Draft['locks'];
  within: ReadonlySet<number>;
  onClose(): void;
  onChoose(locks: Draft['locks']): void;
}

function ChooseDoors({ chosen, within, onClose, onChoose }: ChooseDoorsProps) {
  const [ids, setIds] = useState<readonly number[]>(chosen.map(({ id }) => id));
  const doors = useOverview(null).data?.locks ?? [];
  const choose = () => {
    const known = new Map([...chosen, ...doors].map((door) => [door.id, door]));
    onChoose(
      ids.flatMap((id) => {
        const door = known.get(id);
        return door ? [{ id, name: door.name, place: door.place, location: door.location }] : [];
      }),
    );
  };
  return (
    <FormDialog
      title={text('Single doors')}
      action={text('Take these doors')}
      change={{ mutate: choose, isPending: false, general: null }}
      onClose={onClose}
    >
      <DoorChoices
        chosen={ids}
        onChange={setIds}
        isOffered={({ type, location }) => type === 'remote' && within.has(location.id)}
      />
    </FormDialog>
  );
}
