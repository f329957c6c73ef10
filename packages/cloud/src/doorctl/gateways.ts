import { type Command, Option } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { type Gateway, listGateways, revokeGateway, rotateGatewaySecret } from '../gateways/manage.js';
import { LONGEST_GRACE_HOURS, SECRET_GRACE_HOURS } from '../gateways/secret.rules.js';
import { theGateway } from './gateway-find.js';
import { pairCommand } from './gateway-pair.js';
import { listCommand } from './tools/list.js';
import { print, printJson } from './tools/output.js';
import { upTo } from './tools/parameters.js';
import { type Session, withSession } from './tools/session.js';

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
      'old secret': ({ previous_until }) => previous_until && `until ${previous_until.toISOString()}`,
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
  const rotate = change(
    'rotate-secret',
    'give a gateway a new secret, shown this once; the old one is valid until the gateway has logged in with it',
    async ({ context }, { id, ref }, json) => {
      const { graceHours, now } = rotate.opts<{ graceHours: number; now?: true }>();
      const { secret, previousUntil } = await rotateGatewaySecret(context, id, DOORCTL, now ? 0 : graceHours);
      const previous_until = previousUntil?.toISOString() ?? null;
      if (json) printJson({ id, ref, secret, previous_until });
      else
        print(
          `gateway ${ref} (${id}) has a new secret. Shown this once:\n${secret}\n${oldOne(previous_until)}`,
        );
    },
  );
  rotate
    .addOption(
      new Option('--grace-hours <count>', 'the maximum of hours for which the old one stays valid')
        .argParser(upTo(LONGEST_GRACE_HOURS))
        .default(SECRET_GRACE_HOURS),
    )
    .addOption(
      new Option('--now', 'the old one and its connection end at once, as when others may have it').conflicts(
        'graceHours',
      ),
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

const oldOne = (until: string | null): string =>
  until === null
    ? 'The old one has ended, with its connection.'
    : `The old one ends when the gateway logs in with this one, and at ${until}.`;

function stateOf({ revoked_at, online }: Gateway): string {
  if (revoked_at) return 'revoked';
  return online === null ? 'never heard' : online ? 'online' : 'offline';
}
