import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { inOrder } from '../names.rules.js';
import { useHere } from '../session.js';
import type { Page, Person, SecurityGroup } from '../types.js';
import { useChange } from '../ui/form.js';
import { Choices, FormDialog, LocationField } from '../ui/form-dialog.jsx';
import { instantIn } from '../zone.rules.js';

/** A key for a person: which doors, how long, and how it gets to them. */
export function KeyForm({ person, onClose }: { person: Person; onClose(): void }) {
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [name, setName] = useState('');
  const [codes, setCodes] = useState<string[]>([]);
  const [channel, setChannel] = useState(person.email ? 'email' : 'sms');
  const [ends, setEnds] = useState('');
  const groups = useQuery({
    queryKey: ['security-groups', place],
    queryFn: ({ signal }) =>
      call<Page<SecurityGroup>>('GET', '/security_groups?limit=100', { location: place, signal }),
  });
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const own = inOrder(groups.data?.data.filter((group) => group.location.id === place) ?? []);
  const issue = useChange(
    () =>
      call('POST', '/keys', {
        location: place,
        body: {
          person_id: person.id,
          name,
          security_groups: codes,
          channel,
          ...(ends ? { expires_at: new Date(instantIn(timezone, ends)).toISOString() } : {}),
        },
      }),
    ['keys'],
    onClose,
  );
  return (
    <FormDialog
      title={`A key for ${person.name}`}
      action="Send"
      change={issue}
      isReady={codes.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Name of the key"
        placeholder="Front doors"
        required
        value={name}
        error={issue.fault('name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <LocationField
        value={place}
        onChange={(id) => {
          setPlace(id);
          setCodes([]);
        }}
      />
      <fieldset>
        <legend>Opens the doors of</legend>
        {groups.isSuccess && own.length === 0 && (
          <p className="note">This location has no security groups.</p>
        )}
        <Choices
          options={own.map(({ code, name, lock_count }) => ({
            value: code,
            label: `${name} (${lock_count})`,
          }))}
          chosen={codes}
          onChange={setCodes}
        />
        {issue.fault('security_groups') && <p className="fault">{issue.fault('security_groups')}</p>}
      </fieldset>
      <NativeSelect
        label="Send the invitation by"
        value={channel}
        error={issue.fault('channel')}
        data={[
          { value: 'email', label: `e-mail${person.email ? ` to ${person.email}` : ''}` },
          { value: 'sms', label: `SMS${person.phone ? ` to ${person.phone}` : ''}` },
          { value: 'both', label: 'both' },
        ]}
        onChange={(event) => setChannel(event.currentTarget.value)}
      />
      <TextInput
        label="Valid until"
        description={`By the clock in ${timezone}. Empty: without an end.`}
        type="datetime-local"
        value={ends}
        error={issue.fault('expires_at')}
        onChange={(event) => setEnds(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
