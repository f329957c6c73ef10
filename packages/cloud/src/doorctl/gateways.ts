import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { type Gateway, listGateways, revokeGateway, rotateGatewaySecret } from '../gateways/manage.js';
import { theGateway } from './gateway-find.js';
import { pairCommand } from './gateway-pair.js';
import { print, printJson, printList } from './output.js';
import { accountFilter, withSession } from './session.js';

interface Options {
  account?: string;
  json?: boolean;
}

export function gatewayCommands(program: Command): void {
  const gateways = program.command('gateway').description('gateways: pairing, and their secrets');
  pairCommand(gateways);
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
    .description('give a gateway a new secret, shown this once; the old one and its connection end at once')
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
    .description('let a gateway in no more, and end its connection')
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

function stateOf({ revoked_at, online }: Gateway): string {
  if (revoked_at) return 'revoked';
  return online === null ? 'never heard' : online ? 'online' : 'offline';
}
