import { Button, Radio, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { call } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import type { Person } from '../types.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import dialog from '../ui/forms/dialog.module.css';
import { field, useChange } from '../ui/forms/form.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { named } from '../words/names.rules.js';
import styles from './delete.module.css';

const WORD = phrase('delete');

const strong = (parts: ReactNode[]) => <strong key="strong">{parts}</strong>;

interface DeletePersonProps {
  person: Person;
  onClose(): void;
  onDone(): void;
}

/** Deletes a person: as usual, or permanently, which needs a typed word because it cannot be undone. */
export function DeletePerson({ person, onClose, onDone }: DeletePersonProps) {
  const [isForGood, setForGood] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useChange(
    () => call('DELETE', `/people/${person.id}${isForGood ? '?hard=true' : ''}`),
    ['people', 'keys', 'events'],
    onDone,
  );
  const isReady = !isForGood || typed.trim().toLowerCase() === text(WORD);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) remove.mutate(undefined);
  };
  return (
    <Dialog title={text('Delete {name}?', { name: named(person.name) })} onClose={onClose}>
      <form onSubmit={submit}>
        <Radio.Group
          label={text('What to delete')}
          value={isForGood ? 'for-good' : 'usual'}
          onChange={(value) => setForGood(value === 'for-good')}
        >
          <div className={styles.choices}>
            <Radio
              value="usual"
              label={text('The person and their keys')}
              description={text(
                'All keys are taken back and open invitations are cancelled. Events at the doors keep the name.',
              )}
            />
            <Radio
              value="for-good"
              label={text('Everything that names the person, for good')}
              description={text('As data protection law requires. This cannot be undone.')}
            />
          </div>
        </Radio.Group>
        {isForGood && (
          <div className={dialog.words}>
            <p>
              {rich(
                '<b>Deleted for good:</b> name, e-mail address, phone and all other fields; messages sent and waiting; their phones; the name wherever someone typed it, such as in a key’s name, the reason for an unlock or the audit log.',
                { b: strong },
              )}
            </p>
            <p>
              {rich(
                '<b>Kept:</b> keys, invitations and events at the doors, without a person; the record that someone was deleted, when and by whom. Webhooks that are waiting carry the name until they are delivered.',
                { b: strong },
              )}
            </p>
            <TextInput
              label={text('Type “{word}” to confirm', { word: text(WORD) })}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...field(typed, setTyped)}
            />
          </div>
        )}
        {remove.isError && <Failure error={remove.error} />}
        <Buttons>
          <Button variant="default" onClick={onClose}>
            {text('Keep')}
          </Button>
          <Button type="submit" color="red" loading={remove.isPending} disabled={!isReady}>
            {isForGood ? text('Delete for good') : text('Delete')}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}
