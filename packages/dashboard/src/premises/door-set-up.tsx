import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Confirm } from '../ui/forms/dialog.jsx';
import { useChange } from '../ui/forms/form.js';
import { asLeft } from '../ui/page/address.js';
import { Row } from '../ui/parts/button.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Outcome } from '../ui/parts/text.jsx';
import { named } from '../words/names.rules.js';
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
