import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../api.js';
import type { Command } from '../types.js';
import { type Ask, isWaiting } from './command.rules.js';

/** A command lives 10 seconds, and its silence counts 5 more; door modes a little longer. */
const WAIT_S = 10;
const MAX_WAITS = 3;

/** Sends commands to one door; `shown` is the last of them, as far as the service knows it. */
export function useCommands(lockId: number, onUnlocked: () => void) {
  const client = useQueryClient();
  const [shown, setShown] = useState<{ ask: Ask; command: Command | null } | null>(null);
  const give = useMutation({
    mutationFn: async ({ ask, body }: { ask: Ask; body: object }) => {
      setShown({ ask, command: null });
      const path = ask === 'unlock' ? 'unlock' : 'door-mode';
      let command = await call('POST', `/locks/${lockId}/${path}`, { body });
      setShown({ ask, command });
      for (let waits = 0; waits < MAX_WAITS && isWaiting(command); waits++) {
        command = await call('GET', `/locks/${lockId}/commands/${command.id}?wait=${WAIT_S}`);
        setShown({ ask, command });
      }
      if (command.status === 'confirmed' && ask === 'unlock') onUnlocked();
    },
    onError: () => setShown(null),
    onSettled: () => client.invalidateQueries({ queryKey: ['door', lockId] }),
  });
  const clear = useCallback(() => setShown(null), []);
  return { give, shown, clear };
}
