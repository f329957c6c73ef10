import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, RequestError } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, SecretText } from '../ui/parts/text.jsx';
import { Arrival } from './card.jsx';
import styles from './card.module.css';

const FIELDS = [
  {
    name: 'code',
    label: phrase('Code'),
    description: phrase('The service wrote it into its log when it started.'),
  },
  { name: 'organisation', label: phrase('Organisation') },
  {
    name: 'location',
    label: phrase('First location'),
    description: phrase('A building, or all of the organisation; more come later.'),
  },
  { name: 'timezone', label: phrase('Time zone'), description: phrase('Schedules follow it.') },
  { name: 'name', label: phrase('Your name') },
  { name: 'email', label: phrase('Your e-mail address'), type: 'email', autoComplete: 'username' },
] as const;

type Values = Record<(typeof FIELDS)[number]['name'] | 'password', string>;

/** An empty service, led by the hand: who owns it, and where its first doors are. */
export default function FirstRunPage() {
  const client = useQueryClient();
  const [values, setValues] = useState<Record<string, string>>({
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const create = useMutation({
    mutationFn: () => call('POST', '/first-run', { body: values as Values }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
  const demo = useMutation({
    mutationFn: () => call('POST', '/first-run/demo', { body: { code: values.code ?? '' } }),
  });
  const failed = demo.error ?? create.error;
  const fault = failed instanceof RequestError ? failed : null;
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  if (demo.data)
    return (
      <DemoMade {...demo.data} onClose={() => void client.invalidateQueries({ queryKey: ['session'] })} />
    );
  return (
    <Arrival
      title={text('Welcome')}
      note={text('This service is empty. Say who owns it; the next step is its first gateway.')}
      onSubmit={() => {
        demo.reset();
        create.mutate();
      }}
    >
      {FIELDS.map(({ name, label, ...field }) => (
        <TextInput
          key={name}
          {...field}
          label={text(label)}
          description={'description' in field ? text(field.description) : undefined}
          required
          value={values[name] ?? ''}
          error={fault?.of(name)}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      ))}
      <PasswordInput
        label={text('A password')}
        description={text('At least 12 characters.')}
        autoComplete="new-password"
        required
        value={values.password ?? ''}
        error={fault?.of('password')}
        onChange={(event) => set('password', event.currentTarget.value)}
      />
      {failed && !fault?.details.length && <Failure error={failed} />}
      <Button type="submit" fullWidth loading={create.isPending}>
        {text('Begin')}
      </Button>
      <Note className={styles.apart}>
        {text(
          'Only want to look around? With the code alone, the service is filled with a demo site of twelve doors.',
        )}
      </Note>
      <Button
        variant="default"
        fullWidth
        loading={demo.isPending}
        disabled={!values.code}
        onClick={() => {
          create.reset();
          demo.mutate();
        }}
      >
        {text('Fill it with the demo site')}
      </Button>
    </Arrival>
  );
}

function DemoMade({ email, password, onClose }: { email: string; password: string; onClose(): void }) {
  return (
    <Arrival title={text('The demo site')}>
      <p>
        {rich('You are its owner: <code>{email}</code>, with this password, shown this once.', {
          email,
          code: (parts) => <code key="email">{parts}</code>,
        })}
      </p>
      <SecretText aria-label={text('Password')}>{password}</SecretText>
      <Note className={styles.apart}>
        {rich(
          'Its doors are offline, as this process simulates no gateways. To see them move, stop it and start it again with <code>npm start</code> and the same settings.',
          { code: (parts) => <code key="command">{parts}</code> },
        )}
      </Note>
      <Button fullWidth onClick={onClose}>
        {text('I have it')}
      </Button>
    </Arrival>
  );
}
