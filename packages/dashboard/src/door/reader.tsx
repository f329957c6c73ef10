import type { AnswerOf } from '@door-access/protocol/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { phrase, text } from '../language/text.js';
import { field } from '../ui/forms/form.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import { reasonWords } from '../words/event-words.js';
import actions from './actions.module.css';

type Reader = AnswerOf<Routes['GET /doors/{id}/reader']>;
type Answer = AnswerOf<Routes['POST /doors/{id}/reader']>;
type Act = Routes['POST /doors/{id}/reader']['body'];

const UNKNOWN = 'unknown';
const DOORS = {
  closed: phrase('The door is closed.'),
  open: phrase('The door is open.'),
  left_open: phrase('The door was reported as left open.'),
};
const OUTCOMES: Record<string, string> = { true: 'confirmed', false: 'failed' };

/** The simulated reader of a door of the built-in locking system. */
export function ReaderCard({ id }: { id: number }) {
  const client = useQueryClient();
  const [key, setKey] = useState(UNKNOWN);
  const queryKey = ['door', id, 'reader'];
  const reader = useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET', `/doors/${id}/reader`, { signal }),
  });
  const act = useMutation({
    mutationFn: (body: Act) => call('POST', `/doors/${id}/reader`, { body }),
    onSuccess: ({ door }) => client.setQueryData<Reader>(queryKey, (shown) => shown && { ...shown, door }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const { door = 'closed', keys = [] } = reader.data ?? {};
  const options = [
    { value: UNKNOWN, label: text('Unknown key') },
    ...keys.map(({ id: value, name, person, state }) => ({
      value: String(value),
      label: keyWords(person ?? text('Deleted person'), name, state),
    })),
  ];
  const chosen = options.some(({ value }) => value === key) ? key : UNKNOWN;
  const key_id = chosen === UNKNOWN ? null : Number(chosen);
  return (
    <Card className={actions.actions} aria-labelledby="reader">
      <h2 id="reader">{text('Simulated reader')}</h2>
      <Note>
        {text(
          'This door belongs to the built-in locking system, whose readers are simulated here. Hold a key to it; within a second the result appears under “What happened”.',
        )}
      </Note>
      {reader.isError && <Failure error={reader.error} again={() => void reader.refetch()} />}
      <NativeSelect
        label={text('Key')}
        description={
          reader.data?.has_more_keys
            ? text('Only the first {count} keys are listed.', { count: keys.length })
            : undefined
        }
        data={options}
        {...field(chosen, setKey)}
      />
      <Button
        fullWidth
        loading={act.isPending && act.variables.act === 'present'}
        onClick={() => act.mutate({ act: 'present', key_id })}
      >
        {text('Hold the key to the reader')}
      </Button>
      <Outcome className={actions.outcome} data-state={act.data && OUTCOMES[String(act.data.granted)]}>
        {act.data ? outcomeWords(act.data) : text(DOORS[door])}
      </Outcome>
      {act.isError && <Failure error={act.error} />}
      <Buttons>
        <Button
          variant="default"
          disabled={door === 'closed'}
          loading={act.isPending && act.variables.act === 'close'}
          onClick={() => act.mutate({ act: 'close' })}
        >
          {text('Close the door')}
        </Button>
        <Button
          variant="default"
          disabled={door !== 'open'}
          loading={act.isPending && act.variables.act === 'leave_open'}
          onClick={() => act.mutate({ act: 'leave_open' })}
        >
          {text('Leave it open')}
        </Button>
      </Buttons>
    </Card>
  );
}

function keyWords(person: string, key: string, state: Reader['keys'][number]['state']): string {
  if (state === null) return text('{person}: {key}, not activated', { person, key });
  return state === 'returned' ? text('{person}: {key}, returned', { person, key }) : `${person}: ${key}`;
}

function outcomeWords({ granted, reason, door }: Answer): string {
  if (granted === null) return text(DOORS[door]);
  if (granted) return `${text('Granted.')} ${text(DOORS[door])}`;
  return text('Refused: {reason}.', { reason: reasonWords(reason) ?? text('no reason is given') });
}
