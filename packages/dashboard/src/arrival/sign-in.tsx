import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { call, RequestError } from '../api.js';
import { Icon } from '../ui/icon.jsx';

export default function SignInPage({ name }: { name: string }) {
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  useEffect(() => {
    document.title = 'Sign in · Doors';
  }, []);
  const signIn = useMutation({
    mutationFn: () => call('POST', '/session', { body: { email, password } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['session'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <main className="narrow">
      <form className="card arrival" onSubmit={submit}>
        <h1>
          <Icon name="door" size={28} />
          Sign in
        </h1>
        <p className="note">{`to the doors of ${name}`}</p>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {signIn.isError && (
          <p className="fault" role="alert">
            {wordsFor(signIn.error)}
          </p>
        )}
        <Button type="submit" fullWidth loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
    </main>
  );
}

function wordsFor(error: unknown): string {
  if (!(error instanceof RequestError)) return 'Something went wrong.';
  if (error.status === 429) return 'Too many tries. Wait a few minutes and try again.';
  return error.message;
}
