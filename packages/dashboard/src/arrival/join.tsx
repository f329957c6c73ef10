import type { AnswerOf } from '@door-access/protocol/contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { makePasskey, mayUsePasskeys } from '../account/passkey.js';
import { call, RequestError } from '../api.js';
import { now } from '../clock.js';
import { ROLE_WORDS } from '../colleagues/roles.rules.js';
import type { Routes } from '../generated/routes.js';
import { Failure } from '../ui/failure.jsx';
import { field } from '../ui/form.js';
import { OWN_ZONE } from '../ui/whose.js';
import { wordsOf as timesOf } from '../zone-words.js';
import { Arrival, Fault, goIn, linkToken } from './card.jsx';
import card from './card.module.css';

type Invited = AnswerOf<Routes['POST /join/look']>;

/** Where the link of an invitation leads a colleague. */
export default function JoinPage() {
  const token = linkToken();
  const invited = useQuery({
    queryKey: ['join', token],
    queryFn: () => call('POST', '/join/look', { body: { token } }),
  });
  if (invited.isPending) return null;
  if (invited.isSuccess)
    return invited.data.state === 'pending' ? (
      <Form token={token} invited={invited.data} />
    ) : (
      <Over words={wordsOf(invited.data)} />
    );
  const isUnknown = invited.error instanceof RequestError && [404, 422].includes(invited.error.status);
  if (isUnknown)
    return (
      <Over
        words={[
          'This link does not work',
          'Perhaps it was cut in half, or a newer invitation has taken its place: use the newest e-mail.',
        ]}
      />
    );
  return (
    <Arrival title="Welcome">
      <Failure error={invited.error} again={() => void invited.refetch()} />
    </Arrival>
  );
}

function Over({ words: [title, text] }: { words: [string, string] }) {
  return (
    <Arrival title={title}>
      <p>{text}</p>
      <p className={card.aside}>
        <Link href="/">To the sign-in</Link>
      </p>
    </Arrival>
  );
}

function wordsOf({ state, email, invited_by, link_expires_at }: Invited): [string, string] {
  if (state === 'accepted') return ['You are in already', `This invitation was used: sign in with ${email}.`];
  if (state === 'expired')
    return [
      'This invitation has run out',
      `It worked until ${timesOf(OWN_ZONE, now).dayOfYear(link_expires_at)}. Ask ${invited_by} to send it again.`,
    ];
  if (state === 'taken')
    return [
      'This address is in use',
      `Someone signs in with ${email} already. Sign in, or ask ${invited_by} to invite you with another address.`,
    ];
  return ['This invitation was withdrawn', `If that surprises you, ask ${invited_by}.`];
}

function Form({ token, invited }: { token: string; invited: Invited }) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const join = useMutation({
    mutationFn: () => call('POST', '/join', { body: { token, name, password } }),
    onSuccess: goIn,
  });
  const byPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await makePasskey('/join/passkey-options', { token, name });
      await call('POST', '/join', { body: { token, name, passkey } });
    },
    onSuccess: goIn,
  });
  const error = join.error ?? byPasskey.error;
  const refused = error instanceof RequestError ? error : null;
  const { organisation, location, role, email, invited_by } = invited;
  return (
    <Arrival
      title="Welcome"
      onSubmit={() => {
        byPasskey.reset();
        join.mutate();
      }}
    >
      <p>
        {`${invited_by} invites you to the doors of `}
        <strong>{organisation}</strong>
        {`. At ${location} and all below it you will be ${role === 'owner' ? 'an owner' : `a ${role}`}: you ${ROLE_WORDS[role]}.`}
      </p>
      <TextInput
        label="Your e-mail address"
        type="email"
        autoComplete="username"
        description="You sign in with it."
        value={email}
        readOnly
      />
      <TextInput
        label="Your name"
        description="Colleagues see it beside what you do."
        autoComplete="name"
        required
        autoFocus
        {...field(name, setName, refused?.of('name'))}
      />
      <PasswordInput
        label="A password"
        description="At least 12 characters."
        autoComplete="new-password"
        required
        {...field(password, setPassword, refused?.of('password'))}
      />
      {!refused?.details.length && <Fault error={error} />}
      <Button type="submit" fullWidth loading={join.isPending}>
        Begin
      </Button>
      {mayUsePasskeys() && (
        <>
          <p className={card.or}>or, without a password</p>
          <Button
            variant="default"
            fullWidth
            disabled={name.trim() === ''}
            loading={byPasskey.isPending}
            onClick={() => {
              join.reset();
              byPasskey.mutate();
            }}
          >
            Begin with a passkey
          </Button>
        </>
      )}
    </Arrival>
  );
}
