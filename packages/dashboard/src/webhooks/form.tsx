import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api.js';
import { EVENT_NAMES } from '../event-words.rules.js';
import { useHere } from '../session.js';
import type { Webhook } from '../types.js';
import { Dialog } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';

interface WebhookFormProps {
  /** Null for a new one. */
  webhook: Webhook | null;
  onClose(): void;
  /** With the secret of a new one. */
  onMade?(secret: string): void;
}

export function WebhookForm({ webhook, onClose, onMade }: WebhookFormProps) {
  const { locations, locationId, me } = useHere();
  const [url, setUrl] = useState(webhook?.url ?? 'https://');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [events, setEvents] = useState<string[]>(webhook?.events ?? ['*']);
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const isAll = events.includes('*');
  const save = useChange(
    async () => {
      const body = { url, description, events };
      if (webhook) return call<{ secret?: string }>('PATCH', `/webhooks/${webhook.id}`, { body });
      return call<{ secret?: string }>('POST', '/webhooks', { body, location: place });
    },
    ['webhooks', 'webhook'],
    ({ secret }) => (secret && onMade ? onMade(secret) : onClose()),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={webhook ? 'Change the webhook' : 'New webhook'} onClose={onClose}>
      <form onSubmit={submit}>
        <TextInput
          label="Address"
          description="https, and reachable from the internet."
          type="url"
          required
          value={url}
          error={save.fault('url')}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <TextInput
          label="Description"
          value={description}
          error={save.fault('description')}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        {!webhook && locations.length > 1 && (
          <NativeSelect
            label="Events of"
            value={place}
            onChange={(event) => setPlace(Number(event.currentTarget.value))}
          >
            {locations.map((location) => (
              <option key={location.id} value={location.id}>
                {location.name}
              </option>
            ))}
          </NativeSelect>
        )}
        <fieldset>
          <legend>Which events</legend>
          <Checkbox
            label="All, and those that come later"
            checked={isAll}
            onChange={(event) => setEvents(event.currentTarget.checked ? ['*'] : [])}
          />
          {!isAll && (
            <div className="choices tall">
              {Object.entries(EVENT_NAMES).map(([type, name]) => (
                <Checkbox
                  key={type}
                  label={name}
                  description={type}
                  checked={events.includes(type)}
                  onChange={(event) => {
                    const isOn = event.currentTarget.checked;
                    setEvents((before) => (isOn ? [...before, type] : before.filter((one) => one !== type)));
                  }}
                />
              ))}
            </div>
          )}
          {save.fault('events') && <p className="fault">{save.fault('events')}</p>}
        </fieldset>
        {save.fault('status') && <p className="fault">{save.fault('status')}</p>}
        {save.general && <Failure error={save.general} />}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={events.length === 0}>
            {webhook ? 'Save' : 'Create'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
