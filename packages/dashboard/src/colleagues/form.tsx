import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { language, text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Colleague, Role } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { named } from '../words/names.rules.js';
import { ROLE_NAMES, ROLE_WORDS, rolesBelow } from './roles.rules.js';

interface ColleagueFormProps {
  /** Null for one who is to be invited. */
  colleague: Colleague | null;
  onClose(): void;
  onDone(email: string): void;
}

export function ColleagueForm({ colleague, onClose, onDone }: ColleagueFormProps) {
  const { locationId, me } = useHere();
  const [email, setEmail] = useState(colleague?.email ?? '');
  const [role, setRole] = useState<Role>(colleague?.role ?? 'viewer');
  const [place, setPlace] = useState(colleague?.location.id ?? locationId ?? me.location.id);
  const save = useChange(
    () => {
      const post = { role, location_id: place };
      return colleague
        ? call('PATCH', `/colleagues/${colleague.id}`, { body: post })
        : call('POST', '/colleague-invitations', {
            body: { ...post, email, language },
          });
    },
    ['colleagues', 'session', 'locations'],
    () => onDone(email),
  );
  return (
    <FormDialog
      title={colleague ? text('Change {name}', { name: named(colleague.name) }) : text('Invite a colleague')}
      action={colleague ? text('Save') : text('Send the invitation')}
      change={save}
      onClose={onClose}
    >
      {!colleague && (
        <TextInput
          label={text('E-mail address')}
          type="email"
          description={text('An e-mail with a link goes there; they choose how they sign in.')}
          required
          {...field(email, setEmail, save.fault('email'))}
        />
      )}
      <NativeSelect
        label={text('Role')}
        description={text(ROLE_WORDS[role])}
        {...field(role, setRole, save.fault('role'))}
        data={rolesBelow(me.role).map((value) => ({ value, label: text(ROLE_NAMES[value]) }))}
      />
      <LocationField
        label={text('At, and below')}
        value={place}
        error={save.fault('location_id')}
        onChange={setPlace}
      />
    </FormDialog>
  );
}
