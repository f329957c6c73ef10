import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { useOverview } from '../overview/page.jsx';
import { useHere } from '../session.js';
import { Dialog } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';

const SCOPES = [
  { scope: 'catalog:read', label: 'Read locks and groups' },
  { scope: 'people:read', label: 'Read people' },
  { scope: 'people:write', label: 'Change people' },
  { scope: 'keys:read', label: 'Read keys' },
  { scope: 'keys:write', label: 'Give and take keys' },
  { scope: 'locks:control', label: 'Open doors' },
  { scope: 'events:read', label: 'Read events' },
  { scope: 'webhooks:manage', label: 'Manage webhooks' },
] as const;

const LIVES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '730', label: '2 years' },
];
const DAY_MS = 86_400_000;

export function ApiKeyForm({ onClose, onMade }: { onClose(): void; onMade(token: string): void }) {
  const { locations, locationId, me } = useHere();
  const [name, setName] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [scopes, setScopes] = useState<string[]>([]);
  const [lockIds, setLockIds] = useState<number[]>([]);
  const [days, setDays] = useState('365');
  // Without a choice of location its own overview is that of the home location.
  const overview = useOverview(place === me.location.id ? null : place);
  const locks = [...(overview.data?.locks ?? [])].sort((a, b) => a.name.localeCompare(b.name));
  const canControl = scopes.includes('locks:control');
  const create = useChange(
    () =>
      call<{ token: string }>('POST', '/api-keys', {
        location: place,
        body: {
          name,
          scopes,
          lock_ids: canControl ? lockIds : [],
          expires_at: new Date(now() + Number(days) * DAY_MS).toISOString(),
        },
      }),
    ['api-keys'],
    ({ token }) => onMade(token),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const toggle = <T,>(list: readonly T[], one: T, isOn: boolean): T[] =>
    isOn ? [...list, one] : list.filter((other) => other !== one);
  return (
    <Dialog title="New API key" onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          description="What uses it, for people to tell keys apart."
          required
          value={name}
          error={create.fault('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label="Location"
          value={place}
          onChange={(event) => {
            setPlace(Number(event.currentTarget.value));
            setLockIds([]);
          }}
        >
          {locations.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </NativeSelect>
        <fieldset>
          <legend>May</legend>
          <div className="choices">
            {SCOPES.map(({ scope, label }) => (
              <Checkbox
                key={scope}
                label={label}
                description={scope}
                checked={scopes.includes(scope)}
                onChange={(event) => setScopes(toggle(scopes, scope, event.currentTarget.checked))}
              />
            ))}
          </div>
          {create.fault('scopes') && <p className="fault">{create.fault('scopes')}</p>}
        </fieldset>
        {canControl && (
          <fieldset>
            <legend>Opens these doors, and no others</legend>
            <div className="row-links">
              <button type="button" className="link" onClick={() => setLockIds(locks.map((lock) => lock.id))}>
                All
              </button>{' '}
              <button type="button" className="link" onClick={() => setLockIds([])}>
                None
              </button>
            </div>
            <div className="choices tall">
              {locks.map((lock) => (
                <Checkbox
                  key={lock.id}
                  label={lock.name}
                  checked={lockIds.includes(lock.id)}
                  onChange={(event) => setLockIds(toggle(lockIds, lock.id, event.currentTarget.checked))}
                />
              ))}
            </div>
          </fieldset>
        )}
        <NativeSelect
          label="Expires after"
          data={LIVES}
          value={days}
          error={create.fault('expires_at')}
          onChange={(event) => setDays(event.currentTarget.value)}
        />
        {create.general && <Failure error={create.general} />}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
