import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { named } from '../names.rules.js';
import type { PasskeyView } from '../types.js';
import { SectionHead } from '../ui/card.jsx';
import { ConfirmDelete } from '../ui/confirm-delete.jsx';
import { field, useChange } from '../ui/form.js';
import { FormDialog } from '../ui/form-dialog.jsx';
import { List } from '../ui/list.jsx';
import { RowButton } from '../ui/row-button.jsx';
import table from '../ui/table.module.css';
import { Note } from '../ui/text.jsx';
import { Ago } from '../ui/time.jsx';
import { browserOf } from './browser.rules.js';
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
        <h2 id="passkeys">Passkeys</h2>
        {mayAdd && (
          <Button size="xs" onClick={() => setNew(true)}>
            Add a passkey
          </Button>
        )}
      </SectionHead>
      <Note>
        {mayAdd
          ? 'Sign in with a finger, a face or a PIN; no other site can trick a passkey out of you.'
          : 'Passkeys can be added where these pages are opened by https and a host name, or by “localhost”.'}
      </Note>
      <List
        label="Your passkeys"
        asked={passkeys}
        rows={passkeys.data?.data ?? []}
        keyOf={(one) => one.id}
        heads={['Name', 'Last used', 'Added']}
        hasActions
        empty="You have none yet."
      >
        {(one) => (
          <>
            <td>{one.name}</td>
            <td data-label="Last used">{one.last_used_at ? <Ago at={one.last_used_at} /> : '—'}</td>
            <td data-label="Added">
              <Ago at={one.created_at} />
            </td>
            <td className={table.end}>
              <span className={table.buttons}>
                <RowButton name={`Rename ${one.name}`} onClick={() => setRenaming(one)}>
                  Rename
                </RowButton>
                <RowButton name={`Remove ${one.name}`} onClick={() => setRemoving(one)}>
                  Remove
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
          title={`Remove ${named(removing.name)}?`}
          action="Remove"
          path={`/account/passkeys/${removing.id}`}
          keys={['passkeys']}
          onClose={() => setRemoving(null)}
        >
          <p>It signs no one in from then on. Your device may still offer it: delete it there too.</p>
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
      title={passkey ? `Rename ${named(passkey.name)}` : 'Add a passkey'}
      action={passkey ? 'Save' : 'Go on'}
      change={save}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="For you to tell your passkeys apart, such as “My phone”."
        required
        maxLength={100}
        {...field(name, setName, save.fault('name') ?? save.fault('passkey'))}
      />
    </FormDialog>
  );
}
