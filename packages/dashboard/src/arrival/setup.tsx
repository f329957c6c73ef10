import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api.js';
import { Failure } from '../ui/failure.jsx';
import { Icon } from '../ui/icon.jsx';

interface Setup {
  state: 'pending' | 'activated' | 'expired' | 'cancelled' | 'unknown';
  organisation: string | null;
  location: string | null;
  key_name: string | null;
  person_name: string | null;
}

const OVER: Record<Exclude<Setup['state'], 'pending' | 'activated'>, string> = {
  expired: 'This link is no longer valid. Ask whoever sent it for a new one.',
  cancelled: 'This invitation was taken back. Ask whoever sent it.',
  unknown: 'This link is not known. Perhaps a newer one was sent: use the latest message.',
};

/** Where a setup link leads: the recipient takes the key into use. */
export default function SetupPage({ token }: { token: string }) {
  useEffect(() => {
    document.title = 'Your key · Doors';
  }, []);
  const setup = useQuery({
    queryKey: ['setup', token],
    queryFn: () => call<Setup>('POST', '/setup/look', { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const activate = useMutation({
    mutationFn: () => call<Pick<Setup, 'state'>>('POST', '/setup/activate', { body: { token } }),
  });
  const state = activate.data?.state ?? setup.data?.state;
  return (
    <main className="narrow">
      <section className="card arrival">
        <h1>
          <Icon name="key" size={28} />
          Your key
        </h1>
        {setup.isError && <Failure error={setup.error} again={() => void setup.refetch()} />}
        {setup.data && state === 'pending' && (
          <>
            <p>
              {setup.data.person_name ? `Hello ${setup.data.person_name}. ` : ''}
              {`${setup.data.organisation} gives you the key “${setup.data.key_name}” for ${setup.data.location}.`}
            </p>
            {activate.isError && <Failure error={activate.error} />}
            <Button fullWidth loading={activate.isPending} onClick={() => activate.mutate()}>
              Take the key into use
            </Button>
          </>
        )}
        {state === 'activated' && (
          <p role="status">{`Your key “${setup.data?.key_name ?? ''}” is in use. You can close this page.`}</p>
        )}
        {state && state !== 'pending' && state !== 'activated' && <p role="status">{OVER[state]}</p>}
      </section>
    </main>
  );
}
