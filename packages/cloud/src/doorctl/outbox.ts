import type { Command } from 'commander';
import { readOutbox } from '../notify/outbox.js';
import { cell, print, printJson } from './tools/output.js';
import { upTo } from './tools/parameters.js';
import { accountFilter, withSession } from './tools/session.js';

interface Options {
  account?: string;
  limit: number;
  json?: boolean;
}

export function outboxCommands(program: Command): void {
  program
    .command('outbox')
    .description('messages that were sent, wait, or would have been sent, newest first; setup links included')
    .option('--account <name>', 'only of this account')
    .option('--limit <count>', '1 to 10000', upTo(10_000), 100)
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withSession(async (session) => {
        const account_id = await accountFilter(session, options.account);
        const messages = await readOutbox(session.context, { account_id, limit: options.limit });
        if (options.json) return printJson({ data: messages });
        if (messages.length === 0) return print('the outbox is empty');
        for (const message of messages) {
          const { created_at, channel, to, status, attempt, last_error, subject, text } = message;
          const tries = last_error === null ? '' : ` (${attempt} tries: ${last_error})`;
          print(`${cell(created_at)}  ${channel} to ${to}  ${status}${tries}`);
          if (subject !== null) print(`  ${subject}`);
          for (const line of (text ?? 'cannot be opened: it was sealed with another SECRET_KEY')
            .trimEnd()
            .split('\n'))
            print(`  ${line}`.trimEnd());
          print('');
        }
      }),
    );
}
