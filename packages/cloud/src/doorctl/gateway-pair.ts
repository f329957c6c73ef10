import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import type { Context } from '../context.js';
import { createGateway } from '../gateways/manage.js';
import { openPairing, readPairing } from '../gateways/pairing.js';
import { showPairingCode } from '../gateways/pairing.rules.js';
import { theGateway } from './gateway-find.js';
import { print } from './tools/output.js';
import { accountFor, CommandError, locationFor, type Session, withSession } from './tools/session.js';

interface Options {
  name?: string;
  location?: string;
  account?: string;
  wait: boolean;
  json?: boolean;
}

const LOOK_EVERY_MS = 500;
/** After pairing, the installer still starts the agent. */
const ONLINE_WITHIN_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

export function pairCommand(gateways: Command): void {
  gateways
    .command('pair')
    .description(
      'a code of 10 minutes for one use, which gives the gateway on site its credential; waits for the gateway',
    )
    .argument('[ref-or-id]', 'a gateway that is there already: it gets a new credential, the old one dies')
    .option('--name <name>', 'makes a new gateway of this name')
    .option('--location <ref>', 'where the new gateway is; needed where there are several top locations')
    .option('--account <name>', 'needed where there are several')
    .option('--no-wait', 'print the code and go')
    .option('--json', 'print one JSON object a line: the code, then "paired", then "online"')
    .action((refOrId: string | undefined, options: Options) =>
      withSession(async (session) => {
        const gateway = await pickGateway(session, refOrId, options);
        const { code, expires_at } = await openPairing(session.context, gateway.id, DOORCTL);
        const shown = showPairingCode(code);
        const command = `door-agent pair ${shown} --url ${serviceUrl(session.context)}`;
        const show = (json: object, words: string) => print(options.json ? JSON.stringify(json) : words);
        show(
          { state: 'open', gateway, code: shown, expires_at, command },
          `code for gateway ${gateway.ref}: ${shown}, good until ${expires_at.toISOString()}\non the gateway: ${command}`,
        );
        if (options.wait) await follow(session, gateway.id, show);
      }),
    );
}

interface Picked {
  id: string;
  ref: string;
  name: string;
}

async function pickGateway(
  session: Session,
  refOrId: string | undefined,
  { name, location, account }: Options,
): Promise<Picked> {
  if ((refOrId === undefined) === (name === undefined))
    throw new CommandError('name a gateway that is there (doorctl gateway list), or a new one with --name');
  if (refOrId === undefined) {
    const owner = await accountFor(session, account);
    const made = await createGateway(session.context, {
      accountId: owner.id,
      locationId: await locationFor(session, owner, location),
      name: name as string,
      by: DOORCTL,
    });
    refOrId = made.id;
  }
  const { id, ref, name: called } = await theGateway(session, refOrId, account);
  return { id, ref, name: called };
}

/** Shows how far it is, until the gateway is online. @throws if the code ran out */
async function follow(
  { context, signal }: Session,
  gatewayId: string,
  show: (json: object, words: string) => void,
): Promise<void> {
  const { clock } = context;
  let minutesLeft = Number.POSITIVE_INFINITY;
  let pairing = await readPairing(context, gatewayId);
  while (pairing.state === 'open') {
    const left = Math.ceil(((pairing.expires_at?.getTime() ?? 0) - clock.now()) / MINUTE_MS);
    if (left < minutesLeft)
      process.stderr.write(`waiting for the gateway, ${left} min left (Ctrl-C stops waiting)\n`);
    minutesLeft = left;
    await clock.sleep(LOOK_EVERY_MS, signal);
    pairing = await readPairing(context, gatewayId);
  }
  if (pairing.state !== 'paired' || !pairing.unit)
    throw new CommandError(
      'the code ran out, was tried wrongly too often, or was replaced: ask for a new one',
    );
  const { host, agent, doors } = pairing.unit;
  const names = doors.map(({ door, name }) => `${door} ${name}`).join(', ');
  show(
    { state: 'paired', host, agent, doors },
    `paired with ${host} (agent ${agent}${names ? `; doors ${names}` : ''}); now start the agent there`,
  );
  const deadline = clock.monotonic() + ONLINE_WITHIN_MS;
  while (!(await isOnlineSince(context, gatewayId, pairing.paired_at))) {
    if (clock.monotonic() > deadline)
      throw new CommandError('the gateway is paired, but did not come online: run door-agent doctor there');
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
  show({ state: 'online' }, 'online');
}

async function isOnlineSince(
  { prisma }: Pick<Context, 'prisma'>,
  id: string,
  since: Date | null,
): Promise<boolean> {
  if (since === null) return false;
  return (await prisma.gateway.count({ where: { id, online: true, last_heard_at: { gte: since } } })) !== 0;
}

/** Where a gateway finds the service: by the settings, else by the record of the running service. */
function serviceUrl({ config }: Pick<Context, 'config'>): string {
  if (config.PUBLIC_URL) return config.PUBLIC_URL.replace(/\/+$/, '');
  const file = path.resolve(config.DATA_DIR, 'site.json');
  if (existsSync(file)) {
    const { dashboard_url } = JSON.parse(readFileSync(file, 'utf8')) as { dashboard_url?: string };
    if (dashboard_url) return dashboard_url.replace(/\/+$/, '');
  }
  return `http://${config.HOST}:${config.PORT}`;
}
