import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call, RequestError } from '../api.js';
import { language, phrase, rich, text } from '../language/text.js';
import { field, focused } from '../ui/forms/form.js';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Arrival, EmailField, Fault, goIn, linkToken } from './card.jsx';
import card from './card.module.css';

/** Another password: without a link it is asked for, with one it is set. */
export default function ResetPage() {
  const token = linkToken();
  return token === '' ? <Ask /> : <Choose token={token} />;
}

function Ask({ why }: { why?: string }) {
  const [email, setEmail] = useState('');
  const ask = useMutation({
    mutationFn: () => call('POST', '/reset/ask', { body: { email, language } }),
  });
  if (ask.isSuccess)
    return (
      <Arrival title={text('Look into your mail')}>
        <p>
          {rich(
            'If <b>{email}</b> signs in here, an e-mail with a link is on its way. The link works for an hour.',
            { email, b: (parts) => <strong key="email">{parts}</strong> },
          )}
        </p>
        <Note>
          {text(
            'Nothing came? Look among the spam, or ask an owner whether you are a colleague with that address.',
          )}
        </Note>
        <p className={card.aside}>
          <Link href="/">{text('Back to the sign-in')}</Link>
        </p>
      </Arrival>
    );
  return (
    <Arrival
      title={text('A new password')}
      note={why ? text(why) : text('Say who you are; a link comes by e-mail.')}
      onSubmit={() => ask.mutate()}
    >
      <EmailField {...field(email, setEmail)} />
      <Fault error={ask.error} />
      <Button type="submit" fullWidth loading={ask.isPending}>
        {text('Send the link')}
      </Button>
      <p className={card.aside}>
        <Link href="/">{text('Back to the sign-in')}</Link>
      </p>
    </Arrival>
  );
}

const OVER = {
  used: phrase('This link was used already. If that was not you, ask for another at once.'),
  expired: phrase('This link has run out: it works for an hour. Ask for another.'),
  unknown: phrase('This link does not work, or a newer one has taken its place. Ask for another.'),
};

function Choose({ token }: { token: string }) {
  const [password, setPassword] = useState('');
  const link = useQuery({
    queryKey: ['reset', token],
    queryFn: () => call('POST', '/reset/look', { body: { token } }),
  });
  const choose = useMutation({
    mutationFn: () => call('POST', '/reset', { body: { token, password } }),
    onSuccess: goIn,
  });
  const refused = choose.error instanceof RequestError ? choose.error : null;
  if (link.isPending) return null;
  if (link.isError) {
    const isUnknown = link.error instanceof RequestError && [404, 422].includes(link.error.status);
    if (isUnknown) return <Ask why={OVER.unknown} />;
    return (
      <Arrival title={text('A new password')}>
        <Failure error={link.error} again={() => void link.refetch()} />
      </Arrival>
    );
  }
  if (link.data.state !== 'pending') return <Ask why={OVER[link.data.state]} />;
  return (
    <Arrival
      title={text('A new password')}
      note={text('for {email}', { email: link.data.email })}
      onSubmit={() => choose.mutate()}
    >
      <input type="email" autoComplete="username" value={link.data.email} readOnly hidden />
      <PasswordInput
        label={text('New password')}
        description={text('At least 12 characters. Every browser that is signed in as you is signed out.')}
        autoComplete="new-password"
        required
        ref={focused}
        {...field(password, setPassword, refused?.of('password'))}
      />
      {!refused?.of('password') && <Fault error={choose.error} />}
      <Button type="submit" fullWidth loading={choose.isPending}>
        {text('Set the password')}
      </Button>
    </Arrival>
  );
}
