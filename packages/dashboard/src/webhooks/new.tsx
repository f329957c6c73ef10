import { useState } from 'react';
import type { NewWebhook } from '../types.js';
import { Secret } from '../ui/dialog.jsx';
import { WebhookForm } from './form.jsx';

interface NewWebhookFormProps {
  /** What its address begins as. */
  url?: string;
  onMade?(webhook: NewWebhook): void;
  onClose(): void;
}

/** Makes a webhook, wherever it is asked for, and then shows its secret, once. */
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
      label="The webhook is made: the secret that signs its deliveries"
      value={made.secret}
      onClose={() => {
        onMade?.(made);
        onClose();
      }}
    />
  );
}
