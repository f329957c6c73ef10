import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api.js';
import { named } from '../names.rules.js';
import { useHere } from '../session.js';
import { asLeft } from '../ui/address.js';
import { Row } from '../ui/button.jsx';
import { Card } from '../ui/card.jsx';
import { Confirm } from '../ui/dialog.jsx';
import { Failure } from '../ui/failure.jsx';
import { useChange } from '../ui/form.js';
import { Outcome } from '../ui/text.jsx';
import { Consequences } from './consequences.jsx';
import { endsDoor } from './consequences.rules.js';
import { DoorForm } from './door-form.jsx';

/** How a door is set up, and its end. */
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
      <h2>Set-up</h2>
      {setUp.isError && <Failure error={setUp.error} again={() => void setUp.refetch()} />}
      {setUp.data && (
        <Row>
          <Button variant="default" onClick={() => setOpen('change')}>
            Change this door
          </Button>
          <Button variant="default" onClick={() => setOpen('end')}>
            End this door
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
            setSaid('Saved.');
          }}
        />
      )}
      {open === 'end' && setUp.data && (
        <Confirm
          title={`End ${named(setUp.data.name)}?`}
          action="End the door"
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
