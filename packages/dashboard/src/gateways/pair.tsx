import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import { Dialog } from '../ui/forms/dialog.jsx';
import { field, useChange } from '../ui/forms/form.js';
import { FormDialog } from '../ui/forms/form-dialog.jsx';
import { Buttons } from '../ui/parts/button.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { Note } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
import styles from './pair.module.css';
import { countdown, pairingStep } from './pairing.rules.js';
import type { OpenCode } from './types.js';

interface PairProps {
  /** A gateway that is there already; null makes a new one. */
  gateway: { id: string; name: string } | null;
  onClose(): void;
}

/** First what it is called, then the code, which turns green by itself. */
export function PairDialog({ gateway, onClose }: PairProps) {
  const [made, setMade] = useState<(OpenCode & { name: string }) | null>(null);
  if (made) return <CodeDialog open={made} onAgain={setMade} onClose={onClose} />;
  return gateway ? (
    <AgainForm gateway={gateway} onClose={onClose} onMade={setMade} />
  ) : (
    <NewForm onClose={onClose} onMade={setMade} />
  );
}

interface FormProps {
  onClose(): void;
  onMade(made: OpenCode & { name: string }): void;
}

function NewForm({ onClose, onMade }: FormProps) {
  const { locations, locationId, me } = useHere();
  const [name, setName] = useState('');
  const [place, setPlace] = useState(locationId ?? me.location.id);
  const create = useChange(
    () => call('POST', '/gateways/pair', { body: { name }, location: place }),
    ['gateways'],
    (open) => onMade({ ...open, name }),
  );
  return (
    <FormDialog
      title={text('Pair a gateway')}
      action={text('Show the code')}
      change={create}
      onClose={onClose}
    >
      <TextInput
        label={text('Name')}
        description={text('What people on site call it.')}
        required
        {...field(name, setName, create.fault('name'))}
      />
      <NativeSelect
        label={text('Location')}
        value={place}
        onChange={(event) => setPlace(Number(event.currentTarget.value))}
      >
        {locations.map((location) => (
          <option key={location.id} value={location.id}>
            {location.name}
          </option>
        ))}
      </NativeSelect>
    </FormDialog>
  );
}

function AgainForm({ gateway, onClose, onMade }: FormProps & { gateway: NonNullable<PairProps['gateway']> }) {
  const open = useNewCode(gateway, onMade);
  return (
    <Dialog title={text('Pair {name}?', { name: named(gateway.name) })} onClose={onClose}>
      <p>
        {text(
          'The computer that the code is entered on becomes this gateway. The one before is cut off at that moment; until then nothing changes.',
        )}
      </p>
      {open.general && <Failure error={open.general} />}
      <Buttons>
        <Button variant="default" onClick={onClose}>
          {text('Cancel')}
        </Button>
        <Button loading={open.isPending} onClick={() => open.mutate()}>
          {text('Show the code')}
        </Button>
      </Buttons>
    </Dialog>
  );
}

function useNewCode(gateway: { id: string; name: string }, onMade: FormProps['onMade']) {
  return useChange<void, OpenCode>(
    () => call('POST', `/gateways/${gateway.id}/pair`, { body: {} }),
    ['gateways', 'gateway'],
    (open) => onMade({ ...open, name: gateway.name }),
  );
}

const TITLES = {
  open: phrase('Read this code to the person on site'),
  paired: phrase('Paired; waiting for the gateway to start'),
  online: phrase('The gateway is online'),
  over: phrase('The code no longer works'),
};
/** A person looks at it and waits. */
const LOOK_EVERY_MS = 1_000;

function CodeDialog({
  open,
  onAgain,
  onClose,
}: {
  open: OpenCode & { name: string };
  onAgain: FormProps['onMade'];
  onClose(): void;
}) {
  const time = useNow(500);
  const details = useQuery({
    queryKey: ['gateway', open.gateway_id],
    queryFn: ({ signal }) => call('GET', `/gateways/${open.gateway_id}`, { signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  const again = useNewCode({ id: open.gateway_id, name: open.name }, onAgain);
  const expiresAt = Date.parse(open.expires_at);
  const step = pairingStep(details.data, expiresAt, time);
  const paired = details.data?.pairing.unit;
  const command = `door-agent pair ${open.code} --url ${open.url ?? location.origin}`;
  return (
    <Dialog
      title={text('Pair {name}', { name: named(open.name) })}
      onClose={onClose}
      isSticky={step === 'open'}
    >
      <div className={styles.pairing} data-step={step}>
        <p role="status">
          {step === 'online' && <Icon name="check" size={22} />}
          {text(TITLES[step])}
        </p>
        {step === 'open' && (
          <>
            <output aria-label={text('Code')} className={styles.code}>
              {open.code}
            </output>
            <Note>
              {rich('{timer} left, for one use', {
                timer: <span role="timer">{countdown(expiresAt - time)}</span>,
              })}
            </Note>
            <Note>{text('On the gateway:')}</Note>
            <code className={styles.command}>{command}</code>
          </>
        )}
        {step === 'over' && (
          <Note>{text('It was not used within ten minutes, or a wrong code was entered five times.')}</Note>
        )}
        {paired && (step === 'paired' || step === 'online') && (
          <Note>
            {[
              paired.host,
              text('agent {version}', { version: paired.agent }),
              text('{count, plural, one {# door} other {# doors}}', { count: paired.doors.length }),
              ...paired.doors.map(({ door, name }) => `${door} ${name}`),
            ].join(' · ')}
          </Note>
        )}
      </div>
      {again.general && <Failure error={again.general} />}
      <Buttons>
        {step === 'over' && (
          <Button variant="default" loading={again.isPending} onClick={() => again.mutate()}>
            {text('New code')}
          </Button>
        )}
        <Button variant={step === 'online' ? 'filled' : 'default'} onClick={onClose}>
          {step === 'online' ? text('Done') : text('Close')}
        </Button>
      </Buttons>
    </Dialog>
  );
}
