import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import {
  findGateways,
  type Gateway,
  listGateways,
  revokeGateway,
  rotateGatewaySecret,
} from '../gateways/manage.js';
import { print, printJson, printList } from './output.js';
import { accountFilter, CommandError, type Session, withSession } from './session.js';

interface Options {
  account?: string;
  json?: boolean;
}

export function gatewayCommands(program: Command): void {
  const gateways = program.command('gateway').description('gateways and their secrets');
  gateways
    .command('list')
    .description('gateways, newest first')
    .option('--account <name>', 'only of this account')
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withSession(async (session) => {
        const rows = await listGateways(session.context.pool, await accountFilter(session, options.account));
        printList(
          rows,
          {
            id: (gateway) => gateway.id,
            ref: (gateway) => gateway.ref,
            name: (gateway) => gateway.name,
            account: (gateway) => gateway.account.name,
            location: (gateway) => gateway.location.ref,
            locks: (gateway) => gateway.locks,
            state: stateOf,
            heard: (gateway) => gateway.last_heard_at,
            agent: (gateway) => gateway.agent_version,
          },
          options.json,
          'no gateways',
        );
      }),
    );
  gateways
    .command('rotate-secret')
    .description('give a gateway a new secret, shown this once; the old one opens no new connection')
    .argument('<ref-or-id>')
    .option('--account <name>', 'where a ref is used by several')
    .option('--json', 'print JSON')
    .action((refOrId: string, options: Options) =>
      withSession(async (session) => {
        const gateway = await theGateway(session, refOrId, options.account);
        const { id, secret } = await rotateGatewaySecret(session.context, gateway.id, DOORCTL);
        if (options.json) return printJson({ id, ref: gateway.ref, secret });
        print(`gateway ${gateway.ref} (${id}) has a new secret. Shown this once:\n${secret}`);
      }),
    );
  gateways
    .command('revoke')
    .description('let a gateway in no more')
    .argument('<ref-or-id>')
    .option('--account <name>', 'where a ref is used by several')
    .option('--json', 'print JSON')
    .action((refOrId: string, options: Options) =>
      withSession(async (session) => {
        const gateway = await theGateway(session, refOrId, options.account);
        const { id, revoked_at } = await revokeGateway(session.context, gateway.id, DOORCTL);
        if (options.json) return printJson({ id, ref: gateway.ref, revoked_at });
        print(`gateway ${gateway.ref} (${id}) is revoked since ${revoked_at.toISOString()}`);
      }),
    );
}

async function theGateway(session: Session, refOrId: string, account: string | undefined): Promise<Gateway> {
  const [found, other] = await findGateways(
    session.context.pool,
    refOrId,
    await accountFilter(session, account),
  );
  if (!found) throw new CommandError(`there is no gateway "${refOrId}"`);
  if (other) throw new CommandError(`"${refOrId}" is a gateway of several accounts: name one with --account`);
  return found;
}

function stateOf({ revoked_at, online }: Gateway): string {
  if (revoked_at) return 'revoked';
  return online === null ? 'never heard' : online ? 'online' : 'offline';
}
