import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, query } from '../../api.js';
import { text } from '../../language/text.js';
import { useHere } from '../../session.js';
import type { BulkOutcome, ReviewedPerson } from '../../types.js';
import { Confirm, Dialog } from '../../ui/forms/dialog.jsx';
import { useChange } from '../../ui/forms/form.js';
import { FormDialog, LocationField } from '../../ui/forms/form-dialog.jsx';
import { LinkButton, Row } from '../../ui/parts/button.jsx';
import { Failure } from '../../ui/parts/failure.jsx';
import styles from './bar.module.css';
import { GiveMany } from './give.jsx';
import { forAll } from './run.js';
import { DONE, exceptions, sumWords, takeBackWords } from './words.js';

/** An address has a maximum: more are exported by the filters of the list. */
const MAX_EXPORTED = 100;
const KEYS = ['people', 'keys', 'person'];

interface Became {
  /** One of `DONE`. */
  done: string;
  outcomes: readonly BulkOutcome[];
}

interface BarProps {
  chosen: readonly ReviewedPerson[];
  onClear(): void;
}

/** What can be done for the people who are chosen, and what became of it. */
export function Bar({ chosen, onClear }: BarProps) {
  const { mayWrite } = useHere();
  const [open, setOpen] = useState<'give' | 'take-back' | 'move' | null>(null);
  const [became, setBecame] = useState<Became | null>(null);
  const close = () => setOpen(null);
  const finish = (done: string) => (outcomes: readonly BulkOutcome[]) => {
    setOpen(null);
    setBecame({ done, outcomes });
    onClear();
  };
  const ids = chosen.map(({ id }) => id);
  return (
    <>
      {chosen.length > 0 && (
        <section className={styles.bar} aria-label={text('For those chosen')}>
          <strong role="status">
            {text('{count, plural, one {# person chosen} other {# people chosen}}', { count: chosen.length })}
          </strong>
          <Row>
            {mayWrite && (
              <>
                <Button size="xs" onClick={() => setOpen('give')}>
                  {text('Give a key')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen('take-back')}>
                  {text('Take back keys')}
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen('move')}>
                  {text('Move')}
                </Button>
              </>
            )}
            {chosen.length <= MAX_EXPORTED && (
              <Button
                size="xs"
                variant="default"
                component="a"
                href={`/dashboard/people-export${query({ ids: ids.join(',') })}`}
                download="people.csv"
              >
                {text('Export those chosen')}
              </Button>
            )}
            <LinkButton onClick={onClear}>{text('Clear the selection')}</LinkButton>
          </Row>
        </section>
      )}
      {open === 'give' && <GiveMany chosen={chosen} onClose={close} onDone={finish(DONE.give)} />}
      {open === 'take-back' && <TakeBack chosen={chosen} onClose={close} onDone={finish(DONE.takeBack)} />}
      {open === 'move' && <Move chosen={chosen} onClose={close} onDone={finish(DONE.move)} />}
      {became && <Outcomes became={became} onClose={() => setBecame(null)} />}
    </>
  );
}

interface ManyProps {
  chosen: readonly ReviewedPerson[];
  onClose(): void;
  onDone(outcomes: readonly BulkOutcome[]): void;
}

function TakeBack({ chosen, onClose, onDone }: ManyProps) {
  const change = useChange(
    () =>
      forAll(
        chosen.map(({ id }) => id),
        (ids) => call('POST', '/people-bulk/take-back', { body: { ids } }),
      ),
    KEYS,
    onDone,
  );
  return (
    <Confirm
      title={text('Take back all keys of {count, plural, one {# person} other {# people}}?', {
        count: chosen.length,
      })}
      action={text('Take back')}
      isBusy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>{takeBackWords(chosen)}</p>
      {change.isError && <Failure error={change.error} />}
    </Confirm>
  );
}

function Move({ chosen, onClose, onDone }: ManyProps) {
  const { me, locationId } = useHere();
  const words = text('Move {count, plural, one {# person} other {# people}}', { count: chosen.length });
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const change = useChange(
    () =>
      forAll(
        chosen.map(({ id }) => id),
        (ids) => call('POST', '/people-bulk/move', { body: { ids, location_id: place } }),
      ),
    KEYS,
    onDone,
  );
  return (
    <FormDialog title={words} action={words} change={change} onClose={onClose}>
      <LocationField
        label={text('New location')}
        value={place}
        error={change.fault('location_id')}
        onChange={setPlace}
      />
      <p>{text('Their keys stay as they are.')}</p>
    </FormDialog>
  );
}

/** Who was left out is named with the reason. */
function Outcomes({ became: { done, outcomes }, onClose }: { became: Became; onClose(): void }) {
  const left = exceptions(outcomes);
  return (
    <Dialog title={sumWords(outcomes, done)} onClose={onClose}>
      {left.length > 0 && (
        <ul className={styles.left}>
          {left.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
      <Row>
        <Button onClick={onClose}>{text('Close')}</Button>
      </Row>
    </Dialog>
  );
}
