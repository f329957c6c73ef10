import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import type { Routes } from '../generated/routes.js';
import { phrase, text } from '../language/text.js';
import { useOverview } from '../overview/query.js';
import { useHere } from '../session.js';
import type { NewWebhook, Webhook } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { Choices, FormDialog, LocationField } from '../ui/forms/form-dialog.jsx';
import { Problem } from '../ui/parts/text.jsx';
import { EVENT_NAMES } from '../words/event-words.js';
import { inOrder } from '../words/names.js';

type Events = Routes['POST /webhooks']['body']['events'];

const FORMATS = [
  { value: 'service', label: phrase('Of this service') },
  { value: 'standard', label: phrase('Of this service, and of Standard Webhooks') },
] as const satisfies readonly { value: Webhook['format']; label: string }[];

const RHYTHMS = [1, 5, 15, 60];

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  /** What a new one's address begins as. */
  url?: string;
  onClose(): void;
  onMade?(webhook: NewWebhook): void;
}

export function WebhookForm({ webhook, url: wanted = 'https://', onClose, onMade }: WebhookFormProps) {
  const { locationId, me, locations } = useHere();
  const [url, setUrl] = useState(webhook?.url ?? wanted);
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<Events>((webhook?.events as Events | undefined) ?? ['*']);
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const [format, setFormat] = useState<string>(webhook?.format ?? 'service');
  const [minutes, setMinutes] = useState(String(webhook?.heartbeat_minutes ?? ''));
  const [lockIds, setLockIds] = useState(webhook?.lock_ids ?? []);
  const [locationIds, setLocationIds] = useState(webhook?.location_ids ?? []);
  const [isNarrow, setNarrow] = useState(lockIds.length + locationIds.length > 0);
  // Without a choice of location its own overview is that of the home location.
  const overview = useOverview(place === me.location.id ? null : place);
  const isAll = events.includes('*');
  const save = useChange(
    async () => {
      const body = {
        ...{ url, description, events },
        format: format as Webhook['format'],
        lock_ids: isNarrow ? lockIds : [],
        location_ids: isNarrow ? locationIds : [],
        heartbeat_minutes: minutes === '' ? null : Number(minutes),
      };
      if (!webhook) return call('POST', '/webhooks', { body, location: place });
      await call('PATCH', `/webhooks/${webhook.id}`, { body });
      return null;
    },
    ['webhooks', 'webhook'],
    (made) => (made && onMade ? onMade(made) : onClose()),
  );
  return (
    <FormDialog
      title={webhook ? text('Change the webhook') : text('New webhook')}
      action={webhook ? text('Save') : text('Create')}
      change={save}
      isReady={events.length > 0}
      onClose={onClose}
    >
      <TextInput
        label={text('Address')}
        description={text('https, and reachable from the internet.')}
        type="url"
        required
        {...field(url, setUrl, save.fault('url'))}
      />
      <TextInput
        label={text('Description')}
        {...field(description, setDescription, save.fault('description'))}
      />
      {!webhook && <LocationField label={text('Events of')} value={place} onChange={setPlace} />}
      <fieldset>
        <legend>{text('Which events')}</legend>
        <Checkbox
          label={text('All, and any added later')}
          checked={isAll}
          onChange={(event) => setEvents(event.currentTarget.checked ? ['*'] : [])}
        />
        {!isAll && (
          <Choices
            options={Object.entries(EVENT_NAMES).map(([type, label]) => ({
              value: type as Events[number],
              label: text(label),
              description: type,
            }))}
            chosen={events}
            onChange={setEvents}
            isLong
          />
        )}
        {save.fault('events') && <Problem>{save.fault('events')}</Problem>}
      </fieldset>
      <fieldset>
        <legend>{text('Of what')}</legend>
        <Checkbox
          label={text('Only some doors or locations')}
          checked={isNarrow}
          onChange={(event) => setNarrow(event.currentTarget.checked)}
        />
        {isNarrow && (
          <>
            <Choices
              options={inOrder(overview.data?.locks ?? []).map(({ id, name }) => ({
                value: id,
                label: name,
              }))}
              chosen={lockIds}
              onChange={setLockIds}
              isLong
            />
            {locations.length > 1 && (
              <Choices
                options={locations.map(({ id, name }) => ({
                  value: id,
                  label: text('{name}, and all below it', { name }),
                }))}
                chosen={locationIds}
                onChange={setLocationIds}
                isLong
              />
            )}
          </>
        )}
        {save.faultWithin('lock_ids', 'location_ids') && (
          <Problem>{save.faultWithin('lock_ids', 'location_ids')}</Problem>
        )}
      </fieldset>
      <NativeSelect
        label={text('Signature')}
        description={text('There are libraries for Standard Webhooks in many programming languages.')}
        data={FORMATS.map(({ value, label }) => ({ value, label: text(label) }))}
        {...field(format, setFormat, save.fault('format'))}
      />
      <NativeSelect
        label={text('Heartbeat')}
        description={text('A delivery at a regular interval, so that the receiver notices when none come.')}
        data={[
          { value: '', label: text('None') },
          ...rhythmsWith(webhook?.heartbeat_minutes ?? null).map((count) => ({
            value: String(count),
            label: text('{count, plural, one {Every minute} other {Every # minutes}}', { count }),
          })),
        ]}
        {...field(minutes, setMinutes, save.fault('heartbeat_minutes'))}
      />
      {save.fault('status') && <Problem>{save.fault('status')}</Problem>}
    </FormDialog>
  );
}

/** One that a program has chosen is a choice too. */
const rhythmsWith = (minutes: number | null): number[] =>
  minutes === null || RHYTHMS.includes(minutes) ? RHYTHMS : [...RHYTHMS, minutes].sort((a, b) => a - b);
