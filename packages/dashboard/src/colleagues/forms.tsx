import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Colleague, Role } from '../types.js';
import { useChange } from '../ui/form.js';
import { FormDialog, LocationField } from '../ui/form-dialog.jsx';
import { ROLE_WORDS, rolesBelow } from './roles.rules.js';

interface RoleFieldProps {
  value: Role;
  error: string | undefined;
  onChange(role: Role): void;
}

function RoleField({ value, error, onChange }: RoleFieldProps) {
  const { me } = useHere();
  return (
    <NativeSelect
      label="Role"
      description={`A colleague who is ${value === 'owner' ? 'an owner' : `a ${value}`} ${ROLE_WORDS[value]}.`}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value as Role)}
      data={[...rolesBelow(me.role)]}
    />
  );
}

export function InviteForm({ onClose, onDone }: { onClose(): void; onDone(email: string): void }) {
  const { locationId, me } = useHere();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('viewer');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const invite = useChange(
    () =>
      call('POST', '/colleague-invitations', {
        body: { email, role, location_id: place, language: navigator.language },
      }),
    ['colleagues'],
    () => onDone(email),
  );
  return (
    <FormDialog title="Invite a colleague" action="Send the invitation" change={invite} onClose={onClose}>
      <TextInput
        label="E-mail address"
        type="email"
        description="A letter with a link goes there; they choose how they sign in."
        required
        value={email}
        error={invite.fault('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <RoleField value={role} error={invite.fault('role')} onChange={setRole} />
      <LocationField
        label="At, and below"
        value={place}
        error={invite.fault('location_id')}
        onChange={setPlace}
      />
    </FormDialog>
  );
}

interface ChangeFormProps {
  colleague: Colleague;
  onClose(): void;
}

export function ChangeForm({ colleague, onClose }: ChangeFormProps) {
  const [role, setRole] = useState<Role>(colleague.role);
  const [place, setPlace] = useState(colleague.location.id);
  const change = useChange(
    () =>
      call('PATCH', `/colleagues/${colleague.id}`, {
        body: { role, location_id: place },
      }),
    ['colleagues', 'session', 'locations'],
    onClose,
  );
  return (
    <FormDialog title={`Change ${colleague.name}`} action="Save" change={change} onClose={onClose}>
      <RoleField value={role} error={change.fault('role')} onChange={setRole} />
      <LocationField
        label="At, and below"
        value={place}
        error={change.fault('location_id')}
        onChange={setPlace}
      />
    </FormDialog>
  );
}
