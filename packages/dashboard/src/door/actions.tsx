import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { now } from '../clock.js';
import { text } from '../language/text.js';
import type { Door } from '../types.js';
import { Card } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { field } from '../ui/form.js';
import { Icon } from '../ui/icon.jsx';
import { Note, Outcome, Problem } from '../ui/text.jsx';
import type { ZoneWords } from '../zone.rules.js';
import styles from './actions.module.css';
import { commandWords, modeWords } from './command-words.js';
import { useCommands } from './give.js';
import { CHOICES, type Choice, endOf } from './stay-open.rules.js';

interface ActionsProps {
  door: Door;
  words: ZoneWords;
  onUnlocked(): void;
}

/** The actions of a door, and their results as the gateway confirms them. */
export function Actions({ door, words, onUnlocked }: ActionsProps) {
  const { give, shown } = useCommands(door.id, onUnlocked);
  const [choice, setChoice] = useState<Choice>('60');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const stayOpen = () => {
    try {
      const end = endOf(choice, typed, now(), { ...door, timezone: words.timezone });
      setFault(null);
      const expires_at = end === null ? null : new Date(end).toISOString();
      give.mutate({ ask: 'stay_open', body: { mode: 'stay_open', expires_at } });
    } catch (error) {
      setFault(text((error as RangeError).message));
    }
  };
  const isOffline = door.online !== true;
  const busy = give.isPending ? give.variables.ask : null;
  const mode = door.door_mode?.mode ?? 'auto';
  const isOpenNow = mode === 'stay_open' || door.hold_open;
  const inBlock = mode !== 'closed' && door.block !== null;

  return (
    <Card className={styles.actions} aria-label={text('Give a command')}>
      <Button
        size="lg"
        fullWidth
        leftSection={<Icon name="unlock" />}
        disabled={isOffline}
        loading={busy === 'unlock'}
        onClick={() => give.mutate({ ask: 'unlock', body: {} })}
      >
        {text('Unlock')}
      </Button>
      <Outcome className={styles.outcome} data-state={shown?.command?.status}>
        {shown
          ? commandWords(shown.ask, shown.command, words.clock)
          : isOffline && text('The gateway is offline; the door cannot be reached.')}
      </Outcome>
      {give.isError && <Failure error={give.error} />}
      {door.features.hold_relay ? (
        <div className={styles.hold}>
          <Note>{modeWords(door, words.moment)}</Note>
          <NativeSelect
            label={text('Hold open')}
            data={CHOICES.map(({ value, label }) => ({ value, label: text(label) }))}
            value={choice}
            disabled={isOffline}
            onChange={(event) => setChoice(event.currentTarget.value as Choice)}
          />
          {choice === 'time' && (
            <TextInput
              type="datetime-local"
              label={text('Until, by the clock in {timezone}', { timezone: words.timezone })}
              {...field(typed, setTyped)}
            />
          )}
          {fault && <Problem role="alert">{fault}</Problem>}
          <div className={styles.row}>
            <Button variant="default" disabled={isOffline} loading={busy === 'stay_open'} onClick={stayOpen}>
              {text('Hold open')}
            </Button>
            <Button
              variant="default"
              disabled={isOffline || !(isOpenNow || inBlock)}
              loading={busy === 'closed'}
              onClick={() => give.mutate({ ask: 'closed', body: { mode: 'closed' } })}
            >
              {door.block?.ends_at
                ? text('Close until {time}', { time: words.moment(door.block.ends_at) })
                : text('Close now')}
            </Button>
            <Button
              variant="default"
              disabled={isOffline || mode === 'auto'}
              loading={busy === 'auto'}
              onClick={() => give.mutate({ ask: 'auto', body: { mode: 'auto' } })}
            >
              {text('Follow schedule')}
            </Button>
          </div>
        </div>
      ) : (
        <Note>{text('This door has no hold relay, so it cannot be held open.')}</Note>
      )}
    </Card>
  );
}
