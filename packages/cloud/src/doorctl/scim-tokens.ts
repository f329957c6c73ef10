import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { DIRECTORY_PATH } from '../directory/serve.js';
import { createDirectoryToken, listDirectoryTokens, revokeDirectoryToken } from '../directory/tokens.js';
import { listCommand } from './tools/list.js';
import { print, printJson } from './tools/output.js';
import { idOf } from './tools/parameters.js';
import { accountFor, locationFor, withSession } from './tools/session.js';

interface Options {
  account?: string;
  json?: boolean;
}

export function scimTokenCommands(program: Command): void {
  const tokens = program.command('scim-token').description('tokens of directories (SCIM), a location each');
  tokens
    .command('create')
    .description('make a token; it is shown this once')
    .requiredOption('--name <name>', 'which directory it is for')
    .option('--location <ref>', 'where its people are, and below (the top location where there is only one)')
    .option('--account <name>', 'where there are several')
    .option('--json', 'print JSON')
    .action((options: Options & { name: string; location?: string }) =>
      withSession(async (session) => {
        const account = await accountFor(session, options.account);
        const locationId = await locationFor(session, account, options.location);
        const made = await createDirectoryToken(session.context, {
          accountId: account.id,
          locationId,
          name: options.name,
          by: DOORCTL,
        });
        if (options.json) return printJson(made);
        print(
          `SCIM token ${made.id} "${made.name}", for the address of the service with ${DIRECTORY_PATH} behind it. Shown this once:\n${made.token}`,
        );
      }),
    );
  listCommand(
    tokens,
    'tokens, newest first',
    ({ pool }, accountId) => listDirectoryTokens(pool, accountId),
    () => ({
      id: (token) => token.id,
      name: (token) => token.name,
      starts: (token) => `${token.prefix}…`,
      account: (token) => token.account.name,
      location: (token) => token.location.ref,
      created: (token) => token.created_at,
      state: (token) => (token.revoked_at ? 'revoked' : 'active'),
    }),
    'no SCIM tokens',
  );
  tokens
    .command('revoke')
    .description('let a directory in no more; the people it brought stay')
    .argument('<id>', 'as list shows it', idOf('a number'))
    .option('--json', 'print JSON')
    .action((id: number, options: Options) =>
      withSession(async (session) => {
        const revoked = await revokeDirectoryToken(session.context, id, DOORCTL);
        if (options.json) return printJson(revoked);
        print(
          `SCIM token ${revoked.id} "${revoked.name}" is revoked since ${revoked.revoked_at.toISOString()}`,
        );
      }),
    );
}
