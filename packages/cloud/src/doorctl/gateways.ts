import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { type Gateway, listGateways, revokeGateway, rotateGatewaySecret } from '../gateways/manage.js';
import { theGateway } from './gateway-find.js';
import { pairCommand } from './gateway-pair.js';
import { listCommand } from './list.js';
import { print, printJson } from './output.js';
import { type Session, withSession } from './session.js';

export function gatewayCommands(program: Command): void {
  const gateways = program.command('gateway').description('gateways: pairing, and their secrets');
  pairCommand(gateways);
  listCommand(
    gateways,
    'gateways, newest first',
    ({ pool }, accountId) => listGateways(pool, accountId),
    () => ({
      id: (gateway) => gateway.id,
      ref: (gateway) => gateway.ref,
      name: (gateway) => gateway.name,
      account: (gateway) => gateway.account.name,
      location: (gateway) => gateway.location.ref,
      locks: (gateway) => gateway.locks,
      state: stateOf,
      heard: (gateway) => gateway.last_heard_at,
      agent: (gateway) => gateway.agent_version,
    }),
    'no gateways',
  );
  const change = (
    name: string,
    description: string,
    work: (session: Session, gateway: Gateway, json: boolean | undefined) => Promise<void>,
  ) =>
    gateways
      .command(name)
      .description(description)
      .argument('<ref-or-id>')
      .option('--account <name>', 'where a ref is used by several')
      .option('--json', 'print JSON')
      .action((refOrId: string, { account, json }: { account?: string; json?: boolean }) =>
        withSession(async (session) => work(session, await theGateway(session, refOrId, account), json)),
      );
  change(
    'rotate-secret',
    'give a gateway a new secret, shown this once; the old one and its connection end at once',
    async ({ context }, { id, ref }, json) => {
      const { secret } = await rotateGatewaySecret(context, id, DOORCTL);
      if (json) printJson({ id, ref, secret });
      else print(`gateway ${ref} (${id}) has a new secret. Shown this once:\n${secret}`);
    },
  );
  change(
    'revoke',
    'let a gateway in no more, and end its connection',
    async ({ context }, { id, ref }, json) => {
      const { revoked_at } = await revokeGateway(context, id, DOORCTL);
      if (json) printJson({ id, ref, revoked_at });
      else print(`gateway ${ref} (${id}) is revoked since ${revoked_at.toISOString()}`);
    },
  );
}

function stateOf({ revoked_at, online }: Gateway): string {
  if (revoked_at) return 'revoked';
  return online === null ? 'never heard' : online ? 'online' : 'offline';
}
