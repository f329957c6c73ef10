import { Button, PasswordInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { field, useChange } from '../ui/forms/form.js';
import { Buttons } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note } from '../ui/parts/text.jsx';
import styles from './password.module.css';

/** Changing the own password, or setting a first one. */
export function OwnPassword() {
  const { me } = useHere();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange(
    () =>
      call('PUT', '/account/password', {
        body: { ...(me.has_password ? { current } : {}), password },
      }),
    ['sessions', 'session'],
    () => {
      setCurrent('');
      setPassword('');
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Card aria-labelledby="password">
      <h2 id="password">{text('Password')}</h2>
      <form className={styles.form} onSubmit={submit}>
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        {me.has_password ? (
          <PasswordInput
            label={text('Your password now')}
            autoComplete="current-password"
            required
            {...field(current, setCurrent, change.fault('current'))}
          />
        ) : (
          <Note>{text('You have no password yet.')}</Note>
        )}
        <PasswordInput
          label={text('New password')}
          description={text(
            'At least 12 characters. All other browsers that are signed in as you are signed out.',
          )}
          autoComplete="new-password"
          required
          {...field(password, setPassword, change.fault('password'))}
        />
        {change.general ? <Failure error={change.general} /> : null}
        <Buttons>
          {change.isSuccess && <span role="status">{text('The new password is set.')}</span>}
          <Button type="submit" variant="default" loading={change.isPending}>
            {me.has_password ? text('Change the password') : text('Set a password')}
          </Button>
        </Buttons>
      </form>
    </Card>
  );
}
