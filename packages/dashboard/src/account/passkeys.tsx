import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { PasskeyView } from '../types.js';
import { ConfirmDelete } from '../ui/forms/confirm-delete.jsx';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { RowButton } from '../ui/forms/row-button.jsx';
import { List } from '../ui/lists/list.jsx';
import table from '../ui/lists/table.module.css';
import { SectionHead } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { named } from '../words/names.rules.js';
import { browserOf } from './browser-words.js';
import { makePasskey, mayUsePasskeys } from './passkey.js';

/** The own passkeys: several, each with a name to tell them apart. */
export function OwnPasskeys() {
  const [isNew, setNew] = useState(false);
  const [renaming, setRenaming] = useState<PasskeyView | null>(null);
  const [removing, setRemoving] = useState<PasskeyView | null>(null);
  const passkeys = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => call('GET', '/account/passkeys', { signal }),
  });
  const mayAdd = mayUsePasskeys();
  return (
    <section aria-labelledby="passkeys">
      <SectionHead>
        <h2 id="passkeys">{text('Passkeys')}</h2>
        {mayAdd && (
          <Button size="xs" onClick={() => setNew(true)}>
            {text('Add a passkey')}
          </Button>
        )}
      </SectionHead>
      <Note>
        {mayAdd
          ? text('Sign in with a finger, a face or a PIN. No other site can trick a passkey out of you.')
          : text('To add a passkey, open these pages over https with a host name, or at “localhost”.')}
      </Note>
      <List
        label={text('Your passkeys')}
        asked={passkeys}
        rows={passkeys.data?.data ?? []}
        keyOf={(one) => one.id}
        heads={[text('Name'), text('Last used'), text('Added')]}
        hasActions
        empty={text('You have none yet.')}
      >
        {(one) => (
          <>
            <td>{one.name}</td>
            <td data-label={text('Last used')}>{one.last_used_at ? <Ago at={one.last_used_at} /> : '—'}</td>
            <td data-label={text('Added')}>
              <Ago at={one.created_at} />
            </td>
            <td className={table.end}>
              <span className={table.buttons}>
                <RowButton name={text('Rename {name}', { name: one.name })} onClick={() => setRenaming(one)}>
                  {text('Rename')}
                </RowButton>
                <RowButton name={text('Remove {name}', { name: one.name })} onClick={() => setRemoving(one)}>
                  {text('Remove')}
                </RowButton>
              </span>
            </td>
          </>
        )}
      </List>
      {isNew && <NameForm passkey={null} onClose={() => setNew(false)} />}
      {renaming && <NameForm passkey={renaming} onClose={() => setRenaming(null)} />}
      {removing && (
        <ConfirmDelete
          title={text('Remove {name}?', { name: named(removing.name) })}
          action={text('Remove')}
          path={`/account/passkeys/${removing.id}`}
          keys={['passkeys']}
          onClose={() => setRemoving(null)}
        >
          <p>
            {text(
              'No one can sign in with it any more. Your device may still offer it: delete it there too.',
            )}
          </p>
        </ConfirmDelete>
      )}
    </section>
  );
}

/** Names a passkey, and makes it first where there is none yet. */
function NameForm({ passkey, onClose }: { passkey: PasskeyView | null; onClose(): void }) {
  const [name, setName] = useState(passkey?.name ?? browserOf(navigator.userAgent));
  const save = useChange(
    async () => {
      if (passkey) return call('PATCH', `/account/passkeys/${passkey.id}`, { body: { name } });
      const made = await makePasskey('/account/passkeys/options', {});
      return call('POST', '/account/passkeys', { body: { name, passkey: made } });
    },
    ['passkeys'],
    onClose,
  );
  return (
    <FormDialog
      title={passkey ? text('Rename {name}', { name: named(passkey.name) }) : text('Add a passkey')}
      action={passkey ? text('Save') : text('Go on')}
      change={save}
      onClose={onClose}
    >
      <TextInput
        label={text('Name')}
        description={text('By which you know it from your others, such as “My phone”.')}
        required
        maxLength={100}
        {...field(name, setName, save.fault('name') ?? save.fault('passkey'))}
      />
    </FormDialog>
  );
}
