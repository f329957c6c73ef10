import { Button, PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { mayUsePasskeys, signInWithPasskey } from '../account/passkey.js';
import { call } from '../api.js';
import { text } from '../language/text.js';
import type { Session } from '../types.js';
import { field } from '../ui/forms/form.js';
import { Arrival, EmailField, Fault } from './card.jsx';
import card from './card.module.css';
import { OpenId } from './openid.jsx';

interface SignInProps {
  session: Session;
  /** A session ended on this page, which is found again as it was. */
  hasEnded: boolean;
}

export default function SignInPage({ session, hasEnded }: SignInProps) {
  const { service_name: name, openid } = session;
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const signIn = useMutation({
    mutationFn: () => call('POST', '/session', { body: { email, password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
  const byPasskey = useMutation({
    mutationFn: signInWithPasskey,
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
  return (
    <Arrival
      title={text('Sign in')}
      note={
        hasEnded
          ? text('Your session has ended. Sign in to go on where you were.')
          : text('to the doors of {name}', { name })
      }
      onSubmit={() => signIn.mutate()}
    >
      <EmailField {...field(email, setEmail)} />
      <PasswordInput
        label={text('Password')}
        autoComplete="current-password"
        required
        {...field(password, setPassword)}
      />
      <Fault error={signIn.error} />
      <Button type="submit" fullWidth loading={signIn.isPending}>
        {text('Sign in')}
      </Button>
      {(mayUsePasskeys() || openid) && <p className={card.or}>{text('or')}</p>}
      {mayUsePasskeys() && (
        <>
          <Button
            variant="default"
            fullWidth
            loading={byPasskey.isPending}
            onClick={() => byPasskey.mutate()}
          >
            {text('Sign in with a passkey')}
          </Button>
          <Fault error={byPasskey.error} />
        </>
      )}
      {openid && <OpenId openid={openid} />}
      <p className={card.aside}>
        <Link href="/reset">{text('Forgot your password?')}</Link>
      </p>
    </Arrival>
  );
}
