import { NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, query } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { Note } from '../ui/parts/text.jsx';
import { inOrder } from '../words/names.js';
import { named } from '../words/names.rules.js';
import { movesDoor } from './consequence-words.js';
import { Consequences } from './consequences.jsx';
import styles from './premises.module.css';
import type { DoorSetUp } from './types.js';

interface DoorFormProps {
  /** As it is; null for a new one. */
  door: DoorSetUp | null;
  /** What a new one begins with. */
  from?: { name: string; gateway_id: string; door: number | null; location_id: number };
  onClose(): void;
  onDone(name: string): void;
}

const READ_AGAIN = ['door', 'door-set-up', 'gateway', 'gateways', 'overview', 'locations', 'first-steps'];

export function DoorForm({ door, from, onClose, onDone }: DoorFormProps) {
  const { locations, me } = useHere();
  const [name, setName] = useState(door?.name ?? from?.name ?? '');
  const [place, setPlace] = useState(door?.place ?? '');
  const [locationId, setLocation] = useState(door?.location.id ?? from?.location_id ?? me.location.id);
  const [gatewayId, setGateway] = useState(door?.gateway?.id ?? from?.gateway_id ?? '');
  const [number, setNumber] = useState<number | string>(door?.door ?? from?.door ?? '');
  const [strike, setStrike] = useState<number | string>(door?.strike_seconds ?? 5);
  const [leftOpen, setLeftOpen] = useState<number | string>(door?.left_open_seconds ?? 60);
  const isRemote = door === null || door.type === 'remote';
  const gateways = useQuery({
    queryKey: ['gateways', null],
    queryFn: ({ signal }) => call('GET', '/gateways', { signal }),
    enabled: isRemote,
  });
  const isMoved = door !== null && locationId !== door.location.id;
  const preview = useQuery({
    queryKey: ['door-set-up', door?.id, locationId],
    queryFn: ({ signal }) =>
      call('GET', `/doors/${door?.id ?? 0}/set-up${query({ location_id: locationId })}`, { signal }),
    enabled: isMoved,
  });
  const isRewired =
    door !== null && isRemote && (gatewayId !== door.gateway?.id || Number(number) !== door.door);
  const save = useChange(
    () => {
      const wiring = isRemote ? { gateway_id: gatewayId, door: Number(number) } : {};
      const times = isRemote ? { strike_seconds: Number(strike), left_open_seconds: Number(leftOpen) } : {};
      const body = { name, place, location_id: locationId };
      return door
        ? call('PATCH', `/doors/${door.id}/set-up`, { body: { ...body, ...wiring, ...times } })
        : call('POST', '/doors', {
            body: { ...body, ...times, gateway_id: gatewayId, door: Number(number) },
          });
    },
    READ_AGAIN,
    () => onDone(name),
  );
  const to = isMoved ? (locations.find(({ id }) => id === locationId)?.name ?? '') : null;
  const all = inOrder(gateways.data?.data ?? []).filter(
    ({ id, revoked_at }) => revoked_at === null || id === door?.gateway?.id,
  );
  return (
    <FormDialog
      title={door ? text('Change {name}', { name: named(door.name) }) : text('Add a door')}
      action={door ? text('Save') : text('Add the door')}
      change={save}
      isReady={!isRemote || (gatewayId !== '' && number !== '')}
      onClose={onClose}
    >
      <TextInput label={text('Name')} required {...field(name, setName, save.fault('name'))} />
      <TextInput
        label={text('Place')}
        description={text('Where people find it, such as Ground floor.')}
        {...field(place, setPlace, save.fault('place'))}
      />
      <LocationField value={locationId} error={save.fault('location_id')} onChange={setLocation} />
      {isRemote && (
        <>
          <div className={styles.pair}>
            <NativeSelect
              label={text('Gateway')}
              required
              {...field(gatewayId, setGateway, save.fault('gateway_id'))}
              data={[
                ...(gatewayId === '' ? [{ value: '', label: text('Choose…') }] : []),
                ...all.map(({ id, name: label }) => ({ value: id, label })),
              ]}
            />
            <NumberInput
              label={text('Door number')}
              required
              min={1}
              max={65_535}
              allowDecimal={false}
              value={number}
              error={save.fault('door')}
              onChange={setNumber}
            />
          </div>
          <div className={styles.pair}>
            <NumberInput
              label={text('Strike time, seconds')}
              min={1}
              max={10}
              value={strike}
              error={save.fault('strike_seconds')}
              onChange={setStrike}
            />
            <NumberInput
              label={text('Left open after, seconds')}
              min={1}
              max={86_400}
              allowDecimal={false}
              value={leftOpen}
              error={save.fault('left_open_seconds')}
              onChange={setLeftOpen}
            />
          </div>
          {door && <Note>{detectionWords(door)}</Note>}
        </>
      )}
      {door && (isRewired || isMoved) && (
        <Consequences of={movesDoor(preview.data && isMoved ? preview.data : door, { isRewired, to })} />
      )}
      {door && door.of_site_file.length > 0 && (
        <Note>
          {text('The site file owns: {fields}. Change these there too, or they come back.', {
            fields: door.of_site_file.join(', '),
          })}
        </Note>
      )}
    </FormDialog>
  );
}

function detectionWords({ wired }: DoorSetUp): string {
  if (!wired.contact)
    return text('Forced open and left open are not detected: the gateway reports no door contact.');
  if (!wired.exit_button)
    return text(
      'Left open is detected. Forced open is not: the gateway reports no exit button, so that every way out would be an alarm.',
    );
  return text('Forced open and left open are detected: a door contact and an exit button are wired.');
}
