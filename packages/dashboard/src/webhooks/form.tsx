import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { EVENT_NAMES } from '../event-words.rules.js';
import type { Routes } from '../generated/routes.js';
import { useHere } from '../session.js';
import type { NewWebhook, Webhook } from '../types.js';
import { field, useChange } from '../ui/form.js';
import { Choices, FormDialog, LocationField } from '../ui/form-dialog.jsx';
import { Problem } from '../ui/text.jsx';

type Events = Routes['POST /webhooks']['body']['events'];

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  /** What a new one's address begins as. */
  url?: string;
  onClose(): void;
  onMade?(webhook: NewWebhook): void;
}

export function WebhookForm({ webhook, url: wanted = 'https://', onClose, onMade }: WebhookFormProps) {
  const { locationId, me } = useHere();
  const [url, setUrl] = useState(webhook?.url ?? wanted);
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<Events>((webhook?.events as Events | undefined) ?? ['*']);
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const isAll = events.includes('*');
  const save = useChange(
    async () => {
      const body = { url, description, events };
      if (!webhook) return call('POST', '/webhooks', { body, location: place });
      await call('PATCH', `/webhooks/${webhook.id}`, { body });
      return null;
    },
    ['webhooks', 'webhook'],
    (made) => (made && onMade ? onMade(made) : onClose()),
  );
  return (
    <FormDialog
      title={webhook ? 'Change the webhook' : 'New webhook'}
      action={webhook ? 'Save' : 'Create'}
      change={save}
      isReady={events.length > 0}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        description="https, and reachable from the internet."
        type="url"
        required
        {...field(url, setUrl, save.fault('url'))}
      />
      <TextInput label="Description" {...field(description, setDescription, save.fault('description'))} />
      {!webhook && <LocationField label="Events of" value={place} onChange={setPlace} />}
      <fieldset>
        <legend>Which events</legend>
        <Checkbox
          label="All, and those that come later"
          checked={isAll}
          onChange={(event) => setEvents(event.currentTarget.checked ? ['*'] : [])}
        />
        {!isAll && (
          <Choices
            options={Object.entries(EVENT_NAMES).map(([type, label]) => ({
              value: type as Events[number],
              label,
              description: type,
            }))}
            chosen={events}
            onChange={setEvents}
            isLong
          />
        )}
        {save.fault('events') && <Problem>{save.fault('events')}</Problem>}
      </fieldset>
      {save.fault('status') && <Problem>{save.fault('status')}</Problem>}
    </FormDialog>
  );
}
