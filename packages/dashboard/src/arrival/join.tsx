import type { AnswerOf } from '@door-access/protocol/contract';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { makePasskey, mayUsePasskeys } from '../account/passkey.js';
import { call, RequestError } from '../api.js';
import { now } from '../clock.js';
import type { Routes } from '../generated/routes.js';
import { phrase, rich, text } from '../language/text.js';
import type { Role } from '../types.js';
import { field, focused } from '../ui/forms/form.js';
import { Failure } from '../ui/parts/failure.jsx';
import { OWN_ZONE } from '../ui/parts/whose.js';
import { wordsOf as timesOf } from '../words/zone-words.js';
import { Arrival, Fault, goIn, linkToken } from './card.jsx';
import card from './card.module.css';

type Invited = AnswerOf<Routes['POST /join/look']>;

const WHAT_YOU_MAY: Record<Role, string> = {
  owner: phrase(
    'At {location} and all below it you will be an owner: you may do everything, gateways included.',
  ),
  manager: phrase(
    'At {location} and all below it you will be a manager: you may open doors, and manage people, keys, API keys and webhooks.',
  ),
  viewer: phrase('At {location} and all below it you will be a viewer: you may look, and change nothing.'),
};

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
          text('This link does not work'),
          text(
            'Perhaps it was cut in half, or a newer invitation has taken its place: use the newest e-mail.',
          ),
        ]}
      />
    );
  return (
    <Arrival title={text('Welcome')}>
      <Failure error={invited.error} again={() => void invited.refetch()} />
    </Arrival>
  );
}

function Over({ words: [title, why] }: { words: [string, string] }) {
  return (
    <Arrival title={title}>
      <p>{why}</p>
      <p className={card.aside}>
        <Link href="/">{text('To the sign-in')}</Link>
      </p>
    </Arrival>
  );
}

function wordsOf({ state, email, invited_by, link_expires_at }: Invited): [string, string] {
  if (state === 'accepted')
    return [text('You are in already'), text('This invitation was used: sign in with {email}.', { email })];
  if (state === 'expired')
    return [
      text('This invitation has run out'),
      text('It worked until {day}. Ask {name} to send it again.', {
        day: timesOf(OWN_ZONE, now).dayOfYear(link_expires_at),
        name: invited_by,
      }),
    ];
  if (state === 'taken')
    return [
      text('This address is in use'),
      text(
        'Someone signs in with {email} already. Sign in, or ask {name} to invite you with another address.',
        { email, name: invited_by },
      ),
    ];
  return [
    text('This invitation was withdrawn'),
    text('If that surprises you, ask {name}.', { name: invited_by }),
  ];
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
      title={text('Welcome')}
      onSubmit={() => {
        byPasskey.reset();
        join.mutate();
      }}
    >
      <p>
        {rich('{name} invites you to the doors of <b>{organisation}</b>.', {
          name: invited_by,
          organisation,
          b: (parts) => <strong key="organisation">{parts}</strong>,
        })}{' '}
        {text(WHAT_YOU_MAY[role], { location })}
      </p>
      <TextInput
        label={text('Your e-mail address')}
        type="email"
        autoComplete="username"
        description={text('You sign in with it.')}
        value={email}
        readOnly
      />
      <TextInput
        label={text('Your name')}
        description={text('Colleagues see it beside what you do.')}
        autoComplete="name"
        required
        ref={focused}
        {...field(name, setName, refused?.of('name'))}
      />
      <PasswordInput
        label={text('A password')}
        description={text('At least 12 characters.')}
        autoComplete="new-password"
        required
        {...field(password, setPassword, refused?.of('password'))}
      />
      {!refused?.details.length && <Fault error={error} />}
      <Button type="submit" fullWidth loading={join.isPending}>
        {text('Begin')}
      </Button>
      {mayUsePasskeys() && (
        <>
          <p className={card.or}>{text('or, without a password')}</p>
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
            {text('Begin with a passkey')}
          </Button>
        </>
      )}
    </Arrival>
  );
}
