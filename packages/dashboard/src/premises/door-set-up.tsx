import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { named } from '../names.rules.js';
import { useHere } from '../session.js';
import { asLeft } from '../ui/address.js';
import { Row } from '../ui/button.jsx';
import { Card } from '../ui/card.jsx';
import { Confirm } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { Outcome } from '../ui/text.jsx';
import { endsDoor } from './consequence-words.js';
import { Consequences } from './consequences.jsx';
import { DoorForm } from './door-form.jsx';

/** How a door is set up, and its removal. */
export function DoorSetUpCard({ id }: { id: number }) {
  const { mayWrite } = useHere();
  const [, go] = useLocation();
  const [open, setOpen] = useState<'change' | 'end' | null>(null);
  const [said, setSaid] = useState('');
  const setUp = useQuery({
    queryKey: ['door-set-up', id],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/set-up`, { signal }),
    enabled: mayWrite,
  });
  const end = useChange(
    () => call('DELETE', `/doors/${id}`),
    ['overview', 'gateways', 'gateway', 'locations'],
    () => go(asLeft('/')),
  );
  return (
    <Card>
      <h2>{text('Set-up')}</h2>
      {setUp.isError && <Failure error={setUp.error} again={() => void setUp.refetch()} />}
      {setUp.data && (
        <Row>
          <Button variant="default" onClick={() => setOpen('change')}>
            {text('Change this door')}
          </Button>
          <Button variant="default" onClick={() => setOpen('end')}>
            {text('Remove this door')}
          </Button>
        </Row>
      )}
      <Outcome>{said}</Outcome>
      {open === 'change' && setUp.data && (
        <DoorForm
          door={setUp.data}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null);
            setSaid(text('Saved.'));
          }}
        />
      )}
      {open === 'end' && setUp.data && (
        <Confirm
          title={text('Remove {name}?', { name: named(setUp.data.name) })}
          action={text('Remove the door')}
          isBusy={end.isPending}
          onClose={() => setOpen(null)}
          onConfirm={() => end.mutate(undefined)}
        >
          <Consequences of={endsDoor(setUp.data)} />
          {end.isError && <Failure error={end.error} />}
        </Confirm>
      )}
    </Card>
  );
}
