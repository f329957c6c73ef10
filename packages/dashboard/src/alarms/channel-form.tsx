import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { LanguageField } from '../people/language-field.jsx';
import { useHere } from '../session.js';
import type { AlarmChannel } from '../types.js';
import { field, useChange } from '../ui/form.js';
import { FormDialog } from '../ui/form-dialog.jsx';
import { ADDRESS_WORDS, CHANNEL_WORDS } from './words.rules.js';

interface ChannelFormProps {
  onClose(): void;
  /** Of a webhook, shown once. */
  onSecret(secret: string | null): void;
}

export function ChannelForm({ onClose, onSecret }: ChannelFormProps) {
  const { locationId } = useHere();
  const [kind, setKind] = useState<AlarmChannel['kind']>('email');
  const [name, setName] = useState('');
  const [address, setAddress] = useState('');
  const [language, setLanguage] = useState(navigator.language);
  const save = useChange(
    () =>
      call('POST', '/alarm-channels', {
        body: { name: name.trim(), kind, address: address.trim(), language },
        location: locationId,
      }),
    ['alarm-settings'],
    ({ secret }) => {
      onSecret(secret);
      onClose();
    },
  );
  const words = ADDRESS_WORDS[kind];
  return (
    <FormDialog
      title="New channel"
      action="Create"
      change={save}
      isReady={name.trim() !== '' && address.trim() !== ''}
      onClose={onClose}
    >
      <NativeSelect
        label="Kind"
        {...field(kind, setKind)}
        data={Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label }))}
      />
      <TextInput label="Name" required {...field(name, setName, save.fault('name'))} />
      <TextInput
        label={words.label}
        description={words.description}
        required
        {...field(address, setAddress, save.fault('address'))}
      />
      <LanguageField value={language} error={save.fault('language')} onChange={setLanguage} />
    </FormDialog>
  );
}
