import { Button } from '@mantine/core';
import { useState } from 'react';
import { call, query } from '../../api.js';
import { useHere } from '../../session.js';
import type { BulkOutcome, ReviewedPerson } from '../../types.js';
import { LinkButton, Row } from '../../ui/button.jsx';
import { Confirm, Dialog } from '../../ui/dialog.jsx';
import { Failure } from '../../ui/failure.jsx';
import { useChange } from '../../ui/form.js';
import { FormDialog, LocationField } from '../../ui/form-dialog.jsx';
import styles from './bar.module.css';
import { GiveMany } from './give.jsx';
import { forAll } from './run.js';
import { exceptions, people, sumWords, takeBackWords } from './words.rules.js';

/** An address has a maximum: more are exported by the filters of the list. */
const MAX_EXPORTED = 100;
const KEYS = ['people', 'keys', 'person'];

interface Became {
  /** As `moved`. */
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
        <section className={styles.bar} aria-label="For those chosen">
          <strong role="status">{`${people(chosen.length)} chosen`}</strong>
          <Row>
            {mayWrite && (
              <>
                <Button size="xs" onClick={() => setOpen('give')}>
                  Give a key
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen('take-back')}>
                  Take back keys
                </Button>
                <Button size="xs" variant="default" onClick={() => setOpen('move')}>
                  Move
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
                Export those chosen
              </Button>
            )}
            <LinkButton onClick={onClear}>Choose no one</LinkButton>
          </Row>
        </section>
      )}
      {open === 'give' && <GiveMany chosen={chosen} onClose={close} onDone={finish('given the key')} />}
      {open === 'take-back' && (
        <TakeBack chosen={chosen} onClose={close} onDone={finish('gave back their keys')} />
      )}
      {open === 'move' && <Move chosen={chosen} onClose={close} onDone={finish('moved')} />}
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
      title={`Take back all keys of ${people(chosen.length)}?`}
      action="Take back"
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
    <FormDialog
      title={`Move ${people(chosen.length)}`}
      action={`Move ${people(chosen.length)}`}
      change={change}
      onClose={onClose}
    >
      <LocationField label="To" value={place} error={change.fault('location_id')} onChange={setPlace} />
      <p>Their keys stay as they are.</p>
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
          {left.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Row>
        <Button onClick={onClose}>Close</Button>
      </Row>
    </Dialog>
  );
}
