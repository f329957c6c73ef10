import { Button } from '@mantine/core';
import { useNow } from '../clock.js';
import { unlockRefusal } from '../door/command.rules.js';
import { text } from '../language/text.js';
import type { Lock } from '../types.js';
import { Icon } from '../ui/parts/icon.jsx';
import styles from './unlock.module.css';
import { useUnlock } from './use-unlock.js';

/** Whether its button is there: not where the service would refuse it. */
export const mayUnlock = (lock: Lock): boolean => lock.features.remote_unlock && unlockRefusal(lock) === null;

/** Unlocks a door from the list: the answer of its gateway, then how long it stays unlocked. */
export function Unlock({ lock }: { lock: Lock }) {
  const { until, isPending, failure, unlock } = useUnlock(lock);
  return (
    <>
      <Button
        className={styles.unlock}
        size="xs"
        variant="default"
        data-unlocked={until !== null || undefined}
        leftSection={<Icon name="unlock" size={15} />}
        loading={isPending}
        aria-label={until === null ? text('Unlock: {name}', { name: lock.name }) : undefined}
        onClick={unlock}
      >
        {until === null ? text('Unlock') : <Countdown until={until} name={lock.name} />}
      </Button>
      <p className={styles.said} role="status">
        {failure}
        {until !== null && (
          <span className="only-read">{text('{name} is unlocked.', { name: lock.name })}</span>
        )}
      </p>
    </>
  );
}

/** How long a door stays unlocked, by the second. */
export function Countdown({ until, name }: { until: number; name: string }) {
  const seconds = useSecondsTo(until);
  return (
    <>
      <span className="only-read">{text('{name} is unlocked for {seconds} s', { name, seconds })}</span>
      <span aria-hidden="true">{text('{count, number} s', { count: seconds })}</span>
    </>
  );
}

export function useSecondsTo(until: number): number {
  const time = useNow(250);
  return Math.max(1, Math.ceil((until - time) / 1_000));
}
