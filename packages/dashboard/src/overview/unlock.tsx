import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '../api.js';
import { after, now, useNow } from '../clock.js';
import { commandWords } from '../door/command.rules.js';
import { useCommands } from '../door/give.js';
import { useHere } from '../session.js';
import type { Lock } from '../types.js';
import { Icon } from '../ui/icon.jsx';
import { useWords } from '../ui/time.jsx';
import styles from './unlock.module.css';

/** How long a failure stays in place of the door's state. */
const FAILURE_MS = 12_000;

/** Whether its button is there: not where the service would refuse it. */
export const mayUnlock = (lock: Lock): boolean =>
  lock.features.remote_unlock && lock.online === true && lock.emergency !== 'lockdown';

/** Unlocks a door from the list: the answer of its gateway, then how long it stays unlocked. */
export function Unlock({ lock }: { lock: Lock }) {
  const { locationId } = useHere();
  const words = useWords(lock.location.id);
  const [until, setUntil] = useState<number | null>(null);
  const countDown = async (from: number) => {
    const { strike_seconds } = await call('GET', `/doors/${lock.id}`, { location: locationId });
    setUntil(from + strike_seconds * 1_000);
  };
  // Without the length of its strike there is no countdown; the door was unlocked all the same.
  const onUnlocked = () => void countDown(now()).catch(() => {});
  const { give, shown, clear } = useCommands(lock.id, onUnlocked);
  const failed = shown?.command?.status === 'failed' ? shown.command : null;
  const isFailed = failed !== null || give.isError;
  const reset = give.reset;

  useEffect(() => {
    if (until === null) return;
    return after(Math.max(0, until - now()), () => setUntil(null));
  }, [until]);
  useEffect(() => {
    if (!isFailed) return;
    return after(FAILURE_MS, () => {
      clear();
      reset();
    });
  }, [isFailed, clear, reset]);

  return (
    <>
      <Button
        className={styles.unlock}
        size="xs"
        variant="default"
        data-unlocked={until !== null || undefined}
        leftSection={<Icon name="unlock" size={15} />}
        loading={give.isPending}
        aria-label={until === null ? `Unlock: ${lock.name}` : undefined}
        onClick={() => give.mutate({ ask: 'unlock', body: {} })}
      >
        {until === null ? 'Unlock' : <Countdown until={until} name={lock.name} />}
      </Button>
      <p className={styles.said} role="status">
        {isFailed && (failed ? commandWords('unlock', failed, words.clock) : give.error?.message)}
        {until !== null && <span className="only-read">{`${lock.name} is unlocked.`}</span>}
      </p>
    </>
  );
}

function Countdown({ until, name }: { until: number; name: string }) {
  const time = useNow(250);
  return (
    <>
      <span className="only-read">{`${name} is unlocked for `}</span>
      {`${Math.max(1, Math.ceil((until - time) / 1_000))} s`}
    </>
  );
}
