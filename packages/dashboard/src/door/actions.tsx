import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.js';
import { now } from '../clock.js';
import { reasonWords } from '../event-words.rules.js';
import type { Command, Door } from '../types.js';
import { Failure } from '../ui/failure.jsx';
import { Icon } from '../ui/icon.jsx';
import { CHOICES, type Choice, endOf } from './stay-open.rules.js';

/** A command lives 10 seconds, and its silence counts 5 more; door modes a little longer. */
const WAIT_S = 10;
const MOST_WAITS = 3;

type Order = { what: 'unlock' | 'hold' | 'auto' | 'closed'; path: string; body: object };

const DONE: Record<Order['what'], string> = {
  unlock: 'Unlocked.',
  hold: 'The door stays open.',
  auto: 'The door follows its schedule.',
  closed: 'The door is kept closed.',
};

interface ActionsProps {
  door: Door;
  onUnlocked(): void;
}

/** What can be done with a door, and what came of it, told by the gateway's own confirmation. */
export function Actions({ door, onUnlocked }: ActionsProps) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>('60');
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  const order = useMutation({
    mutationFn: async ({ path, body, what }: Order) => {
      let command = await call<Command>('POST', `/locks/${door.id}/${path}`, { body });
      for (let waits = 0; waits < MOST_WAITS && isWaiting(command); waits++)
        command = await call<Command>('GET', `/locks/${door.id}/commands/${command.id}?wait=${WAIT_S}`);
      if (command.status === 'confirmed' && what === 'unlock') onUnlocked();
      return command;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['door', door.id] }),
  });

  const hold = () => {
    try {
      const end = endOf(choice, typed, now());
      setFault(null);
      const expires_at = end === null ? null : new Date(end).toISOString();
      order.mutate({ what: 'hold', path: 'door-mode', body: { mode: 'stay_open', expires_at } });
    } catch (error) {
      setFault((error as Error).message);
    }
  };
  const isOffline = door.online !== true;
  const canHold = door.features.hold_relay;
  const busy = order.isPending ? order.variables.what : null;

  return (
    <section className="card actions-card" aria-label="Orders">
      <Button
        size="lg"
        fullWidth
        leftSection={<Icon name="unlock" />}
        disabled={isOffline}
        loading={busy === 'unlock'}
        onClick={() => order.mutate({ what: 'unlock', path: 'unlock', body: {} })}
      >
        Unlock
      </Button>
      <p className="outcome" role="status">
        {outcome(order, isOffline, door)}
      </p>
      {order.isError && <Failure error={order.error} />}
      {canHold ? (
        <div className="hold-form">
          <NativeSelect
            label="Stay open"
            data={[...CHOICES]}
            value={choice}
            disabled={isOffline}
            onChange={(event) => setChoice(event.currentTarget.value as Choice)}
          />
          {choice === 'time' && (
            <TextInput
              type="datetime-local"
              label="Until"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          {fault && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
          <div className="row">
            <Button variant="default" disabled={isOffline} loading={busy === 'hold'} onClick={hold}>
              Stay open
            </Button>
            <Button
              variant="default"
              disabled={isOffline}
              loading={busy === 'closed'}
              onClick={() => order.mutate({ what: 'closed', path: 'door-mode', body: { mode: 'closed' } })}
            >
              Keep closed
            </Button>
            <Button
              variant="default"
              disabled={isOffline}
              loading={busy === 'auto'}
              onClick={() => order.mutate({ what: 'auto', path: 'door-mode', body: { mode: 'auto' } })}
            >
              Follow schedule
            </Button>
          </div>
        </div>
      ) : (
        <p className="note">This door has no hold relay, so it cannot be held open.</p>
      )}
    </section>
  );
}

const isWaiting = (command: Command): boolean => command.status === 'pending' || command.status === 'sent';

function outcome(
  order: { isPending: boolean; data: Command | undefined; variables: Order | undefined; isError: boolean },
  isOffline: boolean,
  door: Door,
): string {
  if (order.isPending) return 'Ordered; waiting for the gateway…';
  if (order.data && order.variables && !order.isError) {
    const { data } = order;
    if (data.status === 'confirmed') return DONE[order.variables.what];
    if (data.status === 'failed')
      return `Not done: ${reasonWords(data.reason) ?? 'the gateway did not confirm it'}.`;
    return 'The gateway has not answered yet.';
  }
  if (isOffline) return door.online === null ? '' : 'The gateway is offline; the door cannot be reached.';
  return '';
}
