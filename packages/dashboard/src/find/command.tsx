import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../api.js';
import { commandWords } from '../door/command-words.js';
import { useCommands } from '../door/give.js';
import { HoldLengthField, useHoldLength } from '../door/hold-length.jsx';
import { text } from '../language/text.js';
import { holdWords } from '../overview/status-words.js';
import { useSecondsTo } from '../overview/unlock.jsx';
import { useUnlock } from '../overview/use-unlock.js';
import type { Door, Lock } from '../types.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import { Buttons } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import { useWords } from '../ui/parts/time.jsx';
import styles from './command.module.css';
import type { Act } from './rows.rules.js';

interface CommandProps {
  lock: Lock;
  onBack(): void;
  onClose(): void;
}

/** A command before it is given, with the whole name of its door, and then what became of it. */
export function Command({ act, ...props }: CommandProps & { act: Act }) {
  if (act === 'unlock') return <UnlockDoor {...props} />;
  return act === 'hold' ? <HoldDoor {...props} /> : <FollowSchedule {...props} />;
}

const useDoor = (id: number): Door | undefined =>
  useQuery({
    queryKey: ['door', id],
    queryFn: ({ signal }) => call('GET', `/doors/${id}`, { signal }),
  }).data;

interface AskProps extends CommandProps {
  title: string;
  action: string;
  isBusy: boolean;
  isReady?: boolean;
  onGive(): void;
  children: ReactNode;
}

/** What is about to be done; Enter does it. */
function Ask({ lock, title, action, isBusy, isReady = true, onGive, onBack, onClose, children }: AskProps) {
  const give = useRef<HTMLButtonElement>(null);
  useEffect(() => give.current?.focus(), []);
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onGive();
        }}
      >
        <p>{[lock.place, lock.location.name].filter(Boolean).join(' · ')}</p>
        {children}
        <Buttons>
          <Button variant="default" onClick={onBack}>
            {text('Back')}
          </Button>
          <Button ref={give} type="submit" loading={isBusy} disabled={!isReady}>
            {action}
          </Button>
        </Buttons>
      </form>
    </Dialog>
  );
}

function UnlockDoor(props: CommandProps) {
  const { lock } = props;
  const { until, isPending, failure, unlock } = useUnlock(lock);
  const seconds = useDoor(lock.id)?.strike_seconds;
  return (
    <Ask
      {...props}
      title={text('Unlock {door}?', { door: lock.name })}
      action={text('Unlock')}
      isBusy={isPending}
      onGive={unlock}
    >
      <Note>
        {seconds === undefined
          ? text('It is unlocked once, and recorded in your name.')
          : text('It is unlocked once, for {seconds, number} s, and recorded in your name.', { seconds })}
      </Note>
      <Outcome className={styles.outcome} data-state={failure ? 'failed' : 'confirmed'}>
        {failure}
        {until !== null && <Unlocked until={until} />}
      </Outcome>
    </Ask>
  );
}

function Unlocked({ until }: { until: number }) {
  return text('Unlocked: {seconds} s', { seconds: useSecondsTo(until) });
}

function HoldDoor(props: CommandProps) {
  const { lock } = props;
  const words = useWords(lock.location.id);
  const door = useDoor(lock.id);
  const { give, shown } = useCommands(lock.id, () => {});
  const length = useHoldLength(words.timezone);
  const hold = () => {
    const body = door && length.body(door);
    if (body) give.mutate({ ask: 'stay_open', body });
  };
  return (
    <Ask
      {...props}
      title={text('Hold {door} open?', { door: lock.name })}
      action={text('Hold open')}
      isBusy={give.isPending}
      isReady={door !== undefined}
      onGive={hold}
    >
      <HoldLengthField label={text('How long')} length={length} timezone={words.timezone} />
      <Became of={{ give, shown }} clock={words.clock} />
    </Ask>
  );
}

function FollowSchedule(props: CommandProps) {
  const { lock } = props;
  const words = useWords(lock.location.id);
  const { give, shown } = useCommands(lock.id, () => {});
  const hold = holdWords(lock, words.moment);
  return (
    <Ask
      {...props}
      title={text('Let {door} follow its schedule?', { door: lock.name })}
      action={text('Follow schedule')}
      isBusy={give.isPending}
      onGive={() => give.mutate({ ask: 'auto', body: { mode: 'auto' } })}
    >
      <Note>{hold ? text('This ends: {hold}.', { hold }) : text('What was set by hand ends.')}</Note>
      <Became of={{ give, shown }} clock={words.clock} />
    </Ask>
  );
}

type Given = Pick<ReturnType<typeof useCommands>, 'give' | 'shown'>;

const Became = ({ of: { give, shown }, clock }: { of: Given; clock(at: string): string }) => (
  <>
    <Outcome className={styles.outcome} data-state={shown?.command?.status}>
      {shown && commandWords(shown.ask, shown.command, clock)}
    </Outcome>
    {give.isError && <Failure error={give.error} />}
  </>
);
