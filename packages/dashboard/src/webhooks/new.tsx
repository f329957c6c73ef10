import { useState } from 'react';
import { text } from '../language/text.js';
import type { NewWebhook } from '../types.js';
import { Secret } from '../ui/forms/dialog.jsx';
import { WebhookForm } from './form.jsx';

interface NewWebhookFormProps {
  /** The address that the form starts with. */
  url?: string;
  onMade?(webhook: NewWebhook): void;
  onClose(): void;
}

/** Creates a webhook, then shows its secret once. */
export function NewWebhookForm({ url, onMade, onClose }: NewWebhookFormProps) {
  const [made, setMade] = useState<NewWebhook | null>(null);
  if (!made)
    return (
      <WebhookForm
        webhook={null}
        {...(url === undefined ? {} : { url })}
        onClose={onClose}
        onMade={setMade}
      />
    );
  return (
    <Secret
      label={text('The webhook is created: this secret signs its deliveries')}
      value={made.secret}
      onClose={() => {
        onMade?.(made);
        onClose();
      }}
    />
  );
}
