import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../api.js';
import { language as spoken, text } from '../language/text.js';
import { LanguageField } from '../people/language-field.jsx';
import { useHere } from '../session.js';
import type { AlarmChannel } from '../types.js';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { ADDRESS_WORDS, CHANNEL_WORDS } from './words.js';

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
  const [language, setLanguage] = useState<string>(spoken);
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
      title={text('New channel')}
      action={text('Create')}
      change={save}
      isReady={name.trim() !== '' && address.trim() !== ''}
      onClose={onClose}
    >
      <NativeSelect
        label={text('Kind')}
        {...field(kind, setKind)}
        data={Object.entries(CHANNEL_WORDS).map(([value, label]) => ({ value, label: text(label) }))}
      />
      <TextInput label={text('Name')} required {...field(name, setName, save.fault('name'))} />
      <TextInput
        label={text(words.label)}
        description={text(words.description)}
        required
        {...field(address, setAddress, save.fault('address'))}
      />
      <LanguageField value={language} error={save.fault('language')} onChange={setLanguage} />
    </FormDialog>
  );
}
