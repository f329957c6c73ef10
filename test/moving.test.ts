import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { afterAll, expect, test } from '@jest/globals';
import { revokeGateway } from '../packages/cloud/src/gateways/manage.js';
import { moveGateways, readMove } from '../packages/cloud/src/gateways/move.js';
import { exportAccount } from '../packages/cloud/src/transfer/export.js';
import { importAccount } from '../packages/cloud/src/transfer/import.js';
import { loadConfig } from '../packages/gateway-agent/src/config/config.js';
import { movedFile } from '../packages/gateway-agent/src/config/moved.js';
import { buildGateway, type Gateway, startGateway } from '../packages/gateway-agent/src/gateway.js';
import { eventually } from './cluster/processes.js';
import { createWorld, type World } from './world.js';

/* An account goes to another installation, and its gateways follow: nothing that they reported is lost, or there twice. */

const folder = mkdtempSync(path.join(tmpdir(), 'moving-'));
const [old, other] = await Promise.all([createWorld(), createWorld({}, { database: 'other' })]);
await other.context.pool.query("update account set name = 'Another'");
const account = { id: old.ids.account, name: 'Acme' };
const config = path.join(folder, 'gateway.yaml');
writeFileSync(
  config,
  `gateway_id: ${old.gateway.id}
secret: ${old.gateway.secret}
cloud_url: ${old.mqttUrl}
data_dir: ./data
doors:
  - { door: 1, name: Main entrance, driver: bench, contact: true, exit_button: true, hold: true }
`,
);
const said: string[] = [];
const note = (line: string) => void said.push(line);
let gateway: Gateway;

async function begin(): Promise<void> {
  gateway = buildGateway(loadConfig(config), {
    clock: systemClock,
    random: () => 0,
    log: { info: note, warn: note },
    version: 'test',
    supervised: false,
  });
  await startGateway(gateway);
}
afterAll(async () => {
  await gateway.agent.stop();
  await Promise.all([old.close(), other.close()]);
  rmSync(folder, { recursive: true, force: true });
});

/** What the gateway reported, as this installation has it. */
const reported = async ({ context }: World): Promise<string[]> =>
  (
    await context.pool.query(
      "select type from event where journal_seq is not null and type like 'door.%' order by journal_seq, id",
    )
  ).rows.map(({ type }) => type);
/** Alarms that were raised here, or came with the account. */
const raised = async ({ context }: World): Promise<number> =>
  (await context.pool.query("select count(*)::int as count from alarm where kind = 'forced'")).rows[0].count;
const isOnline = async ({ context }: World) =>
  (await context.pool.query('select online from gateway where id = $1', [old.gateway.id])).rows[0]?.online ===
  true;

/** The door is forced and closed again, which the journal has within moments. */
async function force(): Promise<void> {
  gateway.hardware.force(1);
  await eventually(async () => gateway.agent.reports()[0]?.contact === 'open');
  gateway.hardware.pushClosed(1);
  await eventually(async () => gateway.agent.reports()[0]?.contact === 'closed');
}
const arrived = (at: World, count: number) =>
  eventually(async () => (await reported(at)).length === count && reported(at));

test('a gateway goes to the installation that has its account, with all that it has reported since', async () => {
  await begin();
  await force();
  const before = await arrived(old, 3);

  const file = path.join(folder, 'acme.account');
  const passphrase = 'correct horse battery';
  await exportAccount(old.context, account, { file, passphrase, onProgress: () => {} });
  // Acknowledged by the old installation, behind the copy.
  await force();
  await arrived(old, 6);
  await importAccount(other.context, {
    file,
    passphrase,
    takeOver: new Set(['gateways']),
    onProgress: () => {},
  });
  expect(await reported(other)).toEqual(before);
  expect([await raised(old), await raised(other)]).toEqual([2, 1]);

  const move = await moveGateways(old.context, account, { mqtt_url: other.mqttUrl, service_url: null });
  expect(move).toMatchObject({ mqtt_url: other.mqttUrl, gateways: 1 });
  await eventually(() => isOnline(other), 20_000);
  expect(await arrived(other, 6)).toEqual([...before, ...before]);
  // Raised by the old one, and not again.
  expect(await raised(other)).toBe(1);
  await force();
  await arrived(other, 9);
  expect([await raised(old), await raised(other)]).toEqual([2, 2]);
  expect(await isOnline(old)).toBe(false);
  expect(await readMove(old.context.pool, account.id)).toMatchObject({ here: 0 });
  expect(await reported(old)).toHaveLength(6);
  // No relay has moved for it.
  expect(gateway.agent.reports()).toEqual([
    { door: 1, contact: 'closed', exit_button: true, hold_relay: true, strike_on: false, hold_on: false },
  ]);
});

test('its next start goes there at once, and says where it is at home', async () => {
  await gateway.agent.stop();
  expect(JSON.parse(readFileSync(movedFile(path.join(folder, 'data')), 'utf8'))).toEqual({
    from: new URL(old.mqttUrl).href,
    to: other.mqttUrl,
    service_url: null,
  });
  await begin();
  await eventually(() => isOnline(other));
  expect(gateway.config.cloudUrl.href).toBe(new URL(other.mqttUrl).href);
  expect(said).toContain(`link: at home at ${other.mqttUrl} from now on`);
});

test('an installation that refuses it is named as such, and no one is asked to pair it again', async () => {
  await gateway.agent.stop();
  rmSync(movedFile(path.join(folder, 'data')));
  await revokeGateway(other.context, old.gateway.id);
  await moveGateways(old.context, account, { mqtt_url: other.mqttUrl, service_url: null });
  await begin();
  await eventually(async () =>
    said.some((line) => line.startsWith(`link: ${other.mqttUrl} refuses this gateway: back to `)),
  );
  await eventually(() => isOnline(old), 20_000);
  expect(said.filter((line) => line.includes('pair it again'))).toEqual([]);
});

test('while the other installation does not answer, it stays at the old one, and its doors work', async () => {
  await gateway.agent.stop();
  await moveGateways(old.context, account, { mqtt_url: 'mqtt://127.0.0.1:9', service_url: null });
  await begin();
  await eventually(async () =>
    said.some((line) => line.startsWith('link: mqtt://127.0.0.1:9 does not answer')),
  );
  await eventually(() => isOnline(old));
  await force();
  // With what the other installation was given alone.
  await arrived(old, 12);
  await moveGateways(old.context, account, null);
  expect(await readMove(old.context.pool, account.id)).toMatchObject({ mqtt_url: null });
});
