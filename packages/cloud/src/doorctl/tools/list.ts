import type { Command } from 'commander';
import type { Context } from '../../context.js';
import { type Columns, printList } from './output.js';
import { accountFilter, withSession } from './session.js';

/** The command `list`: the rows of an account, or of all (null). */
export function listCommand<Row>(
  parent: Command,
  description: string,
  read: (context: Context, accountId: number | null) => Promise<readonly Row[]>,
  columns: (context: Context) => Columns<Row>,
  nothing: string,
): void {
  parent
    .command('list')
    .description(description)
    .option('--account <name>', 'only of this account')
    .option('--json', 'print JSON')
    .action((options: { account?: string; json?: boolean }) =>
      withSession(async (session) => {
        const rows = await read(session.context, await accountFilter(session, options.account));
        printList(rows, columns(session.context), options.json, nothing);
      }),
    );
}
