import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api.js';
import { useHere } from '../session.js';
import type { Gateway } from '../types.js';
import { State } from '../ui/badge.jsx';
import { Confirm, Dialog, Secret } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { TableBox } from '../ui/table-box.jsx';
import { Ago } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { plural } from '../words.js';

export default function GatewaysPage() {
  const { locationId, me } = useHere();
  const isOwner = me.role === 'owner';
  const [isNew, setNew] = useState(false);
  const [secret, setSecret] = useState<{ id: string; secret: string } | null>(null);
  const [asked, setAsked] = useState<{ what: 'rotate' | 'revoke'; gateway: Gateway } | null>(null);
  const gateways = useQuery({
    queryKey: ['gateways', locationId],
    queryFn: ({ signal }) => call<{ data: Gateway[] }>('GET', '/gateways', { location: locationId, signal }),
    refetchInterval: 15_000,
  });
  const rotate = useChange(
    (id: string) =>
      call<{ id: string; secret: string }>('POST', `/gateways/${id}/rotate-secret`, { body: {} }),
    ['gateways'],
    setSecret,
  );
  const revoke = useChange((id: string) => call('DELETE', `/gateways/${id}`), ['gateways']);
  const rows = gateways.data?.data ?? [];
  return (
    <>
      <Title
        note="The units on site that hold the doors' wires."
        actions={isOwner && <Button onClick={() => setNew(true)}>New gateway</Button>}
      >
        Gateways
      </Title>
      {[gateways, rotate, revoke].map(
        // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
        (one, index) => one.isError && <Failure key={index} error={one.error} />,
      )}
      {gateways.isSuccess && rows.length === 0 && (
        <p className="empty">
          There are no gateways here yet.
          {isOwner &&
            ' Create one, and put its id and its secret into the configuration of the unit on site.'}
        </p>
      )}
      {rows.length > 0 && (
        <TableBox label="Gateways">
          <table>
            <thead>
              <tr>
                <th scope="col">Gateway</th>
                <th scope="col">Presence</th>
                <th scope="col">Waiting records</th>
                <th scope="col">Health</th>
                {isOwner && (
                  <th scope="col">
                    <span className="only-read">Actions</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((gateway) => (
                <tr key={gateway.id}>
                  <td>
                    {gateway.name}
                    <small>{`${gateway.location.name} · ${plural(gateway.locks, 'door')}${gateway.bench ? ' · simulated' : ''}`}</small>
                    <small>
                      <code>{gateway.id}</code>
                    </small>
                  </td>
                  <td>
                    <Presence gateway={gateway} />
                  </td>
                  <td data-label="Waiting records">
                    {gateway.journal_depth ?? '—'}
                    {gateway.lost_records > 0 && (
                      <small>{`${plural(gateway.lost_records, 'record')} lost`}</small>
                    )}
                    {gateway.quarantined > 0 && (
                      <small>{`${plural(gateway.quarantined, 'message')} set aside`}</small>
                    )}
                  </td>
                  <td data-label="Agent">
                    {gateway.agent_version ?? '—'}
                    <small>
                      {[
                        gateway.clock && `clock ${gateway.clock}`,
                        gateway.temp_c !== null && `${gateway.temp_c} °C`,
                        gateway.uptime_s !== null && `up ${Math.floor(gateway.uptime_s / 3_600)} h`,
                      ]
                        .filter(Boolean)
                        .join(' · ')}
                    </small>
                  </td>
                  {isOwner && (
                    <td className="end">
                      {!gateway.revoked_at && (
                        <>
                          <Button
                            size="xs"
                            variant="default"
                            onClick={() => setAsked({ what: 'rotate', gateway })}
                          >
                            New secret
                          </Button>
                          <Button
                            size="xs"
                            variant="default"
                            onClick={() => setAsked({ what: 'revoke', gateway })}
                          >
                            Revoke
                          </Button>
                        </>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      {isNew && (
        <GatewayForm
          onClose={() => setNew(false)}
          onMade={(made) => {
            setNew(false);
            setSecret(made);
          }}
        />
      )}
      {asked && (
        <Confirm
          title={
            asked.what === 'rotate'
              ? `A new secret for ${asked.gateway.name}?`
              : `Revoke ${asked.gateway.name}?`
          }
          action={asked.what === 'rotate' ? 'Make a new secret' : 'Revoke'}
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            (asked.what === 'rotate' ? rotate : revoke).mutate(asked.gateway.id);
          }}
        >
          <p>
            {asked.what === 'rotate'
              ? 'The unit on site cannot connect again until it has the new secret.'
              : 'The unit can never connect again; its doors cannot be reached over the network.'}
          </p>
        </Confirm>
      )}
      {secret && (
        <Secret
          label={`The secret of gateway ${secret.id}`}
          value={secret.secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  );
}

function Presence({ gateway }: { gateway: Gateway }) {
  if (gateway.revoked_at) return <State tone="alarm">Revoked</State>;
  if (gateway.online === null) return <State tone="quiet">Never heard</State>;
  return (
    <>
      <State tone={gateway.online ? 'good' : 'warning'}>{gateway.online ? 'Online' : 'Offline'}</State>
      {gateway.online_since && (
        <small>
          since <Ago at={gateway.online_since} />
        </small>
      )}
    </>
  );
}

interface GatewayFormProps {
  onClose(): void;
  onMade(made: { id: string; secret: string }): void;
}

function GatewayForm({ onClose, onMade }: GatewayFormProps) {
  const { locations, locationId, me } = useHere();
  const [name, setName] = useState('');
  const [ref, setRef] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const create = useChange(
    () => call<{ id: string; secret: string }>('POST', '/gateways', { body: { name, ref }, location: place }),
    ['gateways'],
    onMade,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <Dialog title="New gateway" onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          required
          value={name}
          error={create.fault('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="Short name"
          description="Letters, digits and hyphens; the site file calls it so."
          required
          value={ref}
          error={create.fault('ref')}
          onChange={(event) => setRef(event.currentTarget.value)}
        />
        <NativeSelect
          label="Location"
          value={place}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
        >
          {locations.map((location) => (
            <option key={location.id} value={location.id}>
              {location.name}
            </option>
          ))}
        </NativeSelect>
        {create.general && <Failure error={create.general} />}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
