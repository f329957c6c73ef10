import { Button } from '@mantine/core';
import { text } from '../language/text.js';
import type { Door } from '../types.js';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { Note, Outcome } from '../ui/parts/text.jsx';
import type { ZoneWords } from '../words/zone.rules.js';
import styles from './actions.module.css';
import { mayChangeHold, unlockRefusal } from './command.rules.js';
import { commandWords, modeWords, REFUSALS } from './command-words.js';
import { useCommands } from './give.js';
import { HoldLengthField, useHoldLength } from './hold-length.jsx';

interface ActionsProps {
  door: Door;
  words: ZoneWords;
  onUnlocked(): void;
}

/** The actions of a door, and their results as the gateway confirms them. */
export function Actions({ door, words, onUnlocked }: ActionsProps) {
  const { give, shown } = useCommands(door.id, onUnlocked);
  const length = useHoldLength(words.timezone);
  const stayOpen = () => {
    const body = length.body(door);
    if (body) give.mutate({ ask: 'stay_open', body });
  };
  const refusal = unlockRefusal(door);
  const isHoldRefused = !mayChangeHold(door);
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
        disabled={refusal !== null}
        loading={busy === 'unlock'}
        onClick={() => give.mutate({ ask: 'unlock', body: {} })}
      >
        {text('Unlock')}
      </Button>
      <Outcome className={styles.outcome} data-state={shown?.command?.status}>
        {shown ? commandWords(shown.ask, shown.command, words.clock) : refusal && text(REFUSALS[refusal])}
      </Outcome>
      {give.isError && <Failure error={give.error} />}
      {door.features.hold_relay ? (
        <div className={styles.hold}>
          <Note>{modeWords(door, words.moment)}</Note>
          <HoldLengthField
            label={text('Hold open')}
            length={length}
            timezone={words.timezone}
            disabled={isHoldRefused}
          />
          <div className={styles.row}>
            <Button
              variant="default"
              disabled={isHoldRefused}
              loading={busy === 'stay_open'}
              onClick={stayOpen}
            >
              {text('Hold open')}
            </Button>
            <Button
              variant="default"
              disabled={isHoldRefused || !(isOpenNow || inBlock)}
              loading={busy === 'closed'}
              onClick={() => give.mutate({ ask: 'closed', body: { mode: 'closed' } })}
            >
              {door.block?.ends_at
                ? text('Close until {time}', { time: words.moment(door.block.ends_at) })
                : text('Close now')}
            </Button>
            <Button
              variant="default"
              disabled={isHoldRefused || mode === 'auto'}
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
