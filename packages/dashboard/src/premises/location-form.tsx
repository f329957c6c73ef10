import { Autocomplete, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import type { Location } from '../types.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
import { changesZone, endsLocation, keepsLocation, movesLocation } from './consequence-words.js';
import { Consequences } from './consequences.jsx';

const READ_AGAIN = ['locations', 'location', 'session', 'overview'];

interface LocationFormProps {
  /** Null for a new one. */
  location: Location | null;
  onClose(): void;
  onDone(name: string): void;
}

export function LocationForm({ location, onClose, onDone }: LocationFormProps) {
  const { locations, locationId, me } = useHere();
  const above = location?.parent_id ?? locationId ?? me.location.id;
  const [name, setName] = useState(location?.name ?? '');
  const [parent, setParent] = useState(above);
  const [zone, setZone] = useState(
    location?.timezone ?? locations.find(({ id }) => id === above)?.timezone ?? 'UTC',
  );
  const [address, setAddress] = useState(location?.address ?? '');
  const isMoved = location !== null && location.parent_id !== null && parent !== location.parent_id;
  const isRezoned = location !== null && zone !== location.timezone;
  const preview = useQuery({
    queryKey: ['location', location?.id, isMoved ? parent : null],
    queryFn: ({ signal }) =>
      call('GET', `/locations/${location?.id ?? 0}${query({ parent_id: isMoved ? parent : null })}`, {
        signal,
      }),
    enabled: isMoved || isRezoned,
  });
  const save = useChange(
    () => {
      const body = { name, timezone: zone, address };
      if (!location) return call('POST', '/locations', { body: { ...body, parent_id: parent } });
      return call('PATCH', `/locations/${location.id}`, {
        body: { ...body, ...(isMoved ? { parent_id: parent } : {}) },
      });
    },
    READ_AGAIN,
    () => onDone(name),
  );
  const to = locations.find(({ id }) => id === parent)?.name ?? '';
  return (
    <FormDialog
      title={location ? text('Change {name}', { name: named(location.name) }) : text('Add a location')}
      action={location ? text('Save') : text('Add the location')}
      change={save}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, save.fault('name'))} />
      {(location === null || location.parent_id !== null) && (
        <LocationField
          label={text('Below')}
          value={parent}
          error={save.fault('parent_id')}
          onChange={setParent}
        />
      )}
      <Autocomplete
        label={text('Time zone')}
        description={text('Schedules follow it.')}
        required
        limit={20}
        data={Intl.supportedValuesOf('timeZone')}
        comboboxProps={{ withinPortal: false }}
        value={zone}
        error={save.fault('timezone')}
        onChange={setZone}
      />
      <TextInput label={text('Address')} {...field(address, setAddress, save.fault('address'))} />
      {preview.data && (
        <Consequences
          of={[
            ...(isMoved ? movesLocation(preview.data, to) : []),
            ...(isRezoned ? changesZone(preview.data) : []),
          ]}
        />
      )}
    </FormDialog>
  );
}

/** Says what is in the way of a removal, or what follows from it. */
export function EndLocation({ location, onClose }: { location: Location; onClose(): void }) {
  const setUp = useQuery({
    queryKey: ['location', location.id, null],
    queryFn: ({ signal }) => call('GET', `/locations/${location.id}`, { signal }),
  });
  const end = useChange(
    () => call('DELETE', `/locations/${location.id}`),
    // Not what this dialog shows: that is gone.
    READ_AGAIN.filter((key) => key !== 'location'),
    onClose,
  );
  const rest = setUp.data ? keepsLocation(setUp.data) : [];
  const isFree = setUp.data !== undefined && rest.length === 0;
  return (
    <Confirm
      title={text('Remove {name}?', { name: named(location.name) })}
      action={isFree ? text('Remove the location') : text('Close')}
      isBusy={end.isPending}
      onClose={onClose}
      onConfirm={isFree ? () => end.mutate(undefined) : onClose}
    >
      {setUp.isError && <Failure error={setUp.error} />}
      {rest.length > 0 && (
        <>
          <Note>{text('It can be removed once it is empty. Move or remove first:')}</Note>
          <Consequences of={rest} />
        </>
      )}
      {isFree && <Consequences of={endsLocation(setUp.data)} />}
      {end.isError && <Failure error={end.error} />}
    </Confirm>
  );
}
