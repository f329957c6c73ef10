import { Radio, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import { GroupField } from '../people/group-field.jsx';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { LinkButton } from '../ui/parts/button.jsx';
import { Note } from '../ui/parts/text.jsx';
import { instantIn } from '../words/zone.rules.js';
import { wordsOf } from '../words/zone-words.js';
import styles from './form.module.css';
import { CHANNELS, type Channel, usualEnd } from './visit.rules.js';

const NUMBER = '+358401234567';

interface VisitorFormProps {
  onClose(): void;
  onDone(made: {
    id: number;
    person: { name: string };
    link: { url: string; expires_at: string } | null;
  }): void;
}

/** A name and an end; the doors are those of the last visitor, unless others are chosen. */
export function VisitorForm({ onClose, onDone }: VisitorFormProps) {
  const { locationId, locations, me } = useHere();
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const timezone = locations.find(({ id }) => id === place)?.timezone ?? 'UTC';
  const [name, setName] = useState('');
  const [until, setUntil] = useState(() =>
    usualEnd(timezone, now(), (at) => wordsOf(timezone, now).wall(new Date(at).toISOString()).slice(11, 16)),
  );
  const [channel, setChannel] = useState<Channel>('shown');
  const [contact, setContact] = useState('');
  const [chosen, setChosen] = useState<string[] | null>(null);
  const last = useQuery({
    queryKey: ['visitor-groups', place],
    queryFn: ({ signal }) => call('GET', '/visitor-groups', { location: place, signal }),
  });
  const usual = last.data?.codes ?? [];
  const codes = chosen ?? usual;
  const at = instantIn(timezone, until);
  const give = useChange(
    () =>
      call('POST', '/visitors', {
        location: place,
        body: {
          name: name.trim(),
          until: new Date(at).toISOString(),
          security_groups: codes,
          channel,
          ...(channel === 'email' ? { email: contact } : {}),
          ...(channel === 'sms' ? { phone: contact } : {}),
        },
      }),
    ['visitors', 'visitor-groups'],
    (made) => made && onDone(made),
  );
  const isChoosing = chosen !== null || (last.isSuccess && usual.length === 0);
  return (
    <FormDialog
      title={text('New visitor')}
      action={channel === 'shown' ? text('Show the QR code') : text('Send')}
      change={give}
      isReady={name.trim() !== '' && codes.length > 0 && !Number.isNaN(at)}
      onClose={onClose}
    >
      <TextInput
        label={text('Name')}
        required
        autoComplete="off"
        {...field(name, setName, give.fault('name'))}
      />
      <TextInput
        label={text('Until')}
        description={text('In the time zone {timezone}.', { timezone })}
        type="datetime-local"
        required
        {...field(until, setUntil, give.fault('until'))}
      />
      <Radio.Group
        label={text('How the key gets to the phone')}
        value={channel}
        className={styles.channels}
        onChange={(value) => {
          setChannel(value as Channel);
          setContact('');
        }}
      >
        {CHANNELS.map(({ value, label }) => (
          <Radio key={value} value={value} label={text(label)} />
        ))}
      </Radio.Group>
      {channel === 'email' && (
        <TextInput
          label={text('E-mail address')}
          type="email"
          required
          autoComplete="off"
          {...field(contact, setContact, give.fault('email'))}
        />
      )}
      {channel === 'sms' && (
        <TextInput
          label={text('Phone')}
          type="tel"
          placeholder={NUMBER}
          required
          autoComplete="off"
          {...field(contact, setContact, give.fault('phone') ?? give.fault('channel'))}
        />
      )}
      {isChoosing ? (
        <>
          <LocationField
            value={place}
            onChange={(id) => {
              setPlace(id);
              setChosen([]);
            }}
          />
          <GroupField
            key={place}
            place={place}
            chosen={codes}
            fault={give.faultWithin('security_groups')}
            onChange={setChosen}
          />
        </>
      ) : (
        <Note className={styles.doors}>
          {text('Opens the doors of {groups}, as for the last visitor.', { groups: codes.join(', ') })}{' '}
          <LinkButton onClick={() => setChosen(usual)}>{text('Other doors')}</LinkButton>
        </Note>
      )}
    </FormDialog>
  );
}
