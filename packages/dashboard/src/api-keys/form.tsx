import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { phrase, text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { Choices, FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Problem } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';

type Scope = Routes['POST /api-keys']['body']['scopes'][number];

const SCOPES = [
  { scope: 'catalog:read', label: phrase('Read locks and groups') },
  { scope: 'people:read', label: phrase('Read people') },
  { scope: 'people:write', label: phrase('Change people') },
  { scope: 'keys:read', label: phrase('Read keys') },
  { scope: 'keys:write', label: phrase('Give and take keys') },
  { scope: 'locks:control', label: phrase('Open doors') },
  { scope: 'events:read', label: phrase('Read events') },
  { scope: 'webhooks:manage', label: phrase('Manage webhooks') },
] as const satisfies readonly { scope: Scope; label: string }[];

/** In days. */
const LIVES = [30, 90, 365, 730];

const lifeWords = (days: number): string =>
  days < 365
    ? text('{days, plural, one {# day} other {# days}}', { days })
    : text('{years, plural, one {# year} other {# years}}', { years: days / 365 });

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
      title={text('New API key')}
      action={text('Create')}
      change={create}
      isReady={scopes.length > 0}
      onClose={onClose}
    >
      <TextInput
        label={text('Name')}
        description={text('Of the program that uses it.')}
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
        <legend>{text('May')}</legend>
        <Choices
          options={SCOPES.map(({ scope, label }) => ({
            value: scope,
            label: text(label),
            description: scope,
          }))}
          chosen={scopes}
          onChange={setScopes}
        />
        {create.fault('scopes') && <Problem>{create.fault('scopes')}</Problem>}
      </fieldset>
      {canControl && (
        <fieldset>
          <legend>{text('Opens only these doors')}</legend>
          <div>
            <LinkButton onClick={() => setLockIds(locks.map((lock) => lock.id))}>{text('All')}</LinkButton>{' '}
            <LinkButton onClick={() => setLockIds([])}>{text('None')}</LinkButton>
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
        label={text('Expires after')}
        description={text('At most 2 years. Before it expires, create another key and switch to it.')}
        data={LIVES.map((one) => ({ value: String(one), label: lifeWords(one) }))}
        {...field(days, setDays, create.fault('expires_in_days'))}
      />
    </FormDialog>
  );
}
