import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api.js';
import { phrase, text } from '../language/text.js';
import type { Session } from '../types.js';
import { Note, Problem } from '../ui/parts/text.jsx';
import { Fault } from './card.jsx';
import styles from './card.module.css';

/** Why the service sent a person back from the provider, as the address says. */
const REFUSALS: Record<string, string> = {
  no_user: phrase(
    'No one signs in here with your e-mail address there. Ask an owner to invite you, then try again.',
  ),
  unverified: phrase(
    'Your e-mail address there is not verified, so it proves nothing here. Verify it there first.',
  ),
  cancelled: phrase('You were not signed in.'),
  expired: phrase('That took too long, or began in another browser. Try again.'),
  failed: phrase('The sign-in there did not succeed. Try again, or sign in with a password.'),
};

export function OpenId({ openid: { label, available } }: { openid: NonNullable<Session['openid']> }) {
  const refused = REFUSALS[new URLSearchParams(location.search).get('refused') ?? ''];
  const begin = useMutation({
    mutationFn: () => call('POST', '/session/openid', { body: {} }),
    onSuccess: ({ url }) => {
      if (url !== null) location.assign(url);
    },
  });
  const isAway = begin.isSuccess ? begin.data.url === null : !available;
  return (
    <>
      <Button variant="default" fullWidth loading={begin.isPending} onClick={() => begin.mutate()}>
        {text('Sign in with {label}', { label })}
      </Button>
      {isAway && (
        <Note className={styles.apart} role="status">
          {text(
            'Signing in with {label} is not possible at the moment: it does not answer. Use your password, or try again in half a minute.',
            { label },
          )}
        </Note>
      )}
      {refused && !begin.isSuccess && <Problem role="alert">{text(refused)}</Problem>}
      <Fault error={begin.error} />
    </>
  );
}
