import { CommandFailedError, unlock } from '@door-access/client';
import type { Command } from 'commander';
import { clientOf } from './config.js';
import { lockIdOf } from './lists.js';
import { CommandError, type Terminal } from './terminal.js';

const WHY: Record<string, string> = {
  timed_out: 'its gateway did not confirm in time',
  device_missing: 'its gateway knows no such door',
  device_error: 'its gateway could not switch the lock',
  publish_failed: 'its gateway could not be reached',
};

export function unlockCommand(program: Command, terminal: Terminal): void {
  program
    .command('unlock')
    .description('unlocks a door for its strike time, and waits until its gateway has confirmed')
    .argument('<lock>', 'its id or name')
    .option('--reason <text>', 'for the audit log')
    .option('--json', 'print the command as JSON')
    .action(async (lock: string, { reason, json }: { reason?: string; json?: boolean }) => {
      const client = await clientOf(terminal);
      const id = await lockIdOf(client, lock);
      try {
        const command = await unlock(client, id, { signal: terminal.signal, ...(reason ? { reason } : {}) });
        terminal.out(json ? JSON.stringify(command, null, 2) : `${command.lock.name}: unlocked`);
      } catch (error) {
        if (!(error instanceof CommandFailedError)) throw error;
        const { command } = error;
        if (json) terminal.out(JSON.stringify(command, null, 2));
        throw new CommandError(
          `${command.lock.name} was not unlocked: ${WHY[command.reason ?? ''] ?? command.reason}`,
        );
      }
    });
}
