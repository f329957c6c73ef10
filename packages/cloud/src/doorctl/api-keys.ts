import type { Command } from 'commander';
import { createApiKey } from '../api-keys/create.js';
import { MAX_LIFETIME_DAYS } from '../api-keys/lifetime.rules.js';
import { revokeApiKey } from '../api-keys/revoke.js';
import { DOORCTL } from '../audit/record.js';
import type { Context } from '../context.js';
import { SCOPES, type Scope } from '../http/endpoint.js';
import { listCommand } from './tools/list.js';
import { print, printJson } from './tools/output.js';
import { idOf, upTo } from './tools/parameters.js';
import {
  accountFor,
  CommandError,
  inAccount,
  locationFor,
  locksFor,
  PLACE,
  withSession,
} from './tools/session.js';

const DAYS = upTo(
  MAX_LIFETIME_DAYS,
  `expected 1 to ${MAX_LIFETIME_DAYS}: a key is valid for at most 2 years.`,
);

interface NewKeyOptions {
  name: string;
  account?: string;
  location?: string;
  scope: string[];
  lock?: string[];
  expiresInDays?: number;
  json?: boolean;
}

export function apiKeyCommands(program: Command): void {
  const keys = program.command('api-key').description('API keys of the interface');
  keys
    .command('create')
    .description('make an API key; its token is shown this once')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scope <scopes...>', `${SCOPES.join(', ')}; several, or with commas`, words)
    .option('--location <ref>', 'where it acts, and below (the top location where there is only one)')
    .option('--lock <locks...>', 'refs or ids of the locks that locks:control may control', words)
    .option('--expires-in-days <days>', `1 to ${MAX_LIFETIME_DAYS}, which is 2 years (default: 1 year)`, DAYS)
    .option('--account <name>', 'where there are several')
    .option('--json', 'print JSON')
    .action((options: NewKeyOptions) =>
      withSession(async (session) => {
        const account = await accountFor(session, options.account);
        const key = await createApiKey(session.context, {
          accountId: account.id,
          locationId: await locationFor(session, account, options.location),
          name: options.name,
          scopes: options.scope as Scope[],
          lockIds: await locksFor(session, account, options.lock ?? []),
          by: DOORCTL,
          ...(options.expiresInDays ? { expiresInDays: options.expiresInDays } : {}),
        });
        if (options.json) return printJson(key);
        print(
          `API key ${key.id} "${key.name}", until ${key.expires_at.toISOString()}. Shown this once:\n${key.token}`,
        );
      }),
    );
  listCommand(
    keys,
    'API keys, newest first',
    listKeys,
    ({ clock }) => ({
      id: (key) => key.id,
      name: (key) => key.name,
      starts: (key) => `${key.prefix}…`,
      account: (key) => key.account.name,
      location: (key) => key.location.ref,
      state: (key) =>
        key.revoked_at ? 'revoked' : key.expires_at.getTime() <= clock.now() ? 'expired' : 'active',
      expires: (key) => key.expires_at,
      locks: (key) => key.locks,
      scopes: (key) => key.scopes,
    }),
    'no API keys',
  );
  keys
    .command('revoke')
    .description('end an API key at once')
    .argument('<id>', 'as listed', idOf('a number'))
    .option('--json', 'print JSON')
    .action((keyId: number, options: { json?: boolean }) =>
      withSession(async ({ context }) => {
        const key = await context.prisma.apiKey.findUnique({ where: { id: keyId } });
        if (!key) throw new CommandError(`there is no API key ${keyId} (see doorctl api-key list)`);
        const revoked = await revokeApiKey(context, { accountId: key.account_id, id: keyId, by: DOORCTL });
        if (options.json) return printJson(revoked);
        print(`API key ${revoked.id} "${revoked.name}" is revoked since ${revoked.revoked_at.toISOString()}`);
      }),
    );
}

async function listKeys({ prisma }: Pick<Context, 'prisma'>, accountId: number | null) {
  const rows = await prisma.apiKey.findMany({
    where: inAccount(accountId),
    select: {
      id: true,
      name: true,
      prefix: true,
      ...PLACE,
      scopes: true,
      locks: { select: { lock_id: true }, orderBy: { lock_id: 'asc' } },
      created_at: true,
      expires_at: true,
      revoked_at: true,
    },
    orderBy: { id: 'desc' },
    take: 1000,
  });
  return rows.map((key) => ({ ...key, locks: key.locks.map(({ lock_id }) => lock_id) }));
}

function words(value: string, before: string[] = []): string[] {
  return [...before, ...value.split(',').filter((word) => word !== '')];
}
