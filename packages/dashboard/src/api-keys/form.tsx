import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { inOrder } from '../names.rules.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import { LinkButton } from '../ui/button.jsx';
import { field, useChange } from '../ui/form.js';
import { Choices, FormDialog, LocationField } from '../ui/form-dialog.jsx';
import { Problem } from '../ui/text.jsx';

type Scope = Routes['POST /api-keys']['body']['scopes'][number];

const SCOPES = [
  { scope: 'catalog:read', label: 'Read locks and groups' },
  { scope: 'people:read', label: 'Read people' },
  { scope: 'people:write', label: 'Change people' },
  { scope: 'keys:read', label: 'Read keys' },
  { scope: 'keys:write', label: 'Give and take keys' },
  { scope: 'locks:control', label: 'Open doors' },
  { scope: 'events:read', label: 'Read events' },
  { scope: 'webhooks:manage', label: 'Manage webhooks' },
] as const satisfies readonly { scope: Scope; label: string }[];

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];

export function ApiKeyForm({ onClose, onMade }: { onClose(): void; onMade(token: string): void }) {
  const { locationId, me } = useHere();
  const [name, setName] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [lockIds, setLockIds] = useState<number[]>([]);
  const [days, setDays] = useState('365');
  // Without a choice of location its own overview is that of the home location.
  const overview = useOverview(place === me.location.id ? null : place);
  const locks = inOrder(overview.data?.locks ?? []);
  const canControl = scopes.includes('locks:control');
  const create = useChange(
    () =>
      call('POST', '/api-keys', {
        location: place,
        body: {
          name,
          scopes,
          lock_ids: canControl ? lockIds : [],
          expires_in_days: Number(days),
        },
      }),
    ['api-keys'],
    ({ token }) => onMade(token),
  );
  return (
    <FormDialog
      title="New API key"
      action="Create"
      change={create}
      isReady={scopes.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What uses it, for people to tell keys apart."
        required
        {...field(name, setName, create.fault('name'))}
      />
      <LocationField
        value={place}
        onChange={(id) => {
          setPlace(id);
          setLockIds([]);
        }}
      />
      <fieldset>
        <legend>May</legend>
        <Choices
          options={SCOPES.map(({ scope, label }) => ({ value: scope, label, description: scope }))}
          chosen={scopes}
          onChange={setScopes}
        />
        {create.fault('scopes') && <Problem>{create.fault('scopes')}</Problem>}
      </fieldset>
      {canControl && (
        <fieldset>
          <legend>Opens these doors, and no others</legend>
          <div>
            <LinkButton onClick={() => setLockIds(locks.map((lock) => lock.id))}>All</LinkButton>{' '}
            <LinkButton onClick={() => setLockIds([])}>None</LinkButton>
          </div>
          <Choices
            options={locks.map((lock) => ({ value: lock.id, label: lock.name }))}
            chosen={lockIds}
            onChange={setLockIds}
            isLong
          />
        </fieldset>
      )}
      <NativeSelect
        label="Expires after"
        description="At most 2 years. Before it expires, create another key and switch to it."
        data={LIVES}
        {...field(days, setDays, create.fault('expires_in_days'))}
      />
    </FormDialog>
  );
}
