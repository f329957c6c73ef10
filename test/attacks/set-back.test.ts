import { afterAll, expect, test } from '@jest/globals';
import { noteRestore } from '../../packages/cloud/src/backup/restored.js';
import { openPairing, pairGateway } from '../../packages/cloud/src/gateways/pairing.js';
import { eventually } from '../cluster/processes.js';
import { createWorld } from '../world.js';
import { startAgent } from './real-agent.js';

/* The database is set back to an earlier moment: nothing that gateways had reported since is lost, nothing happens twice. */

const world = await createWorld();
const { context, gateway, ids } = world;
const { pool } = context;
const real = await startAgent(world);
let again: typeof real | null = null;
afterAll(async () => {
  await real.stop();
  await again?.stop();
  await world.close();
  real.remove();
});

const TABLES = ['gateway', 'door_state', 'command', 'event', 'event_scope', 'journal_mark', 'journal_gap'];

/** Keeps the rows of now; the returned function puts them back, as a restored backup does. */
async function backup(): Promise<() => Promise<void>> {
  for (const table of TABLES) await pool.query(`create table kept_${table} as table ${table}`);
  return async () => {
    const client = await pool.connect();
    await client.query('begin; set local session_replication_role = replica');
    for (const table of TABLES) {
      await client.query(`delete from ${table}`);
      await client.query(`insert into ${table} select * from kept_${table}`);
      await client.query(`drop table kept_${table}`);
    }
    await client.query('commit');
    client.release();
  };
}

const events = async (): Promise<string[]> =>
  (
    await pool.query('select type from event where journal_seq is not null order by journal_seq, id')
  ).rows.map(({ type }) => type);
const count = async (type: string) => (await events()).filter((one) => one === type).length;

async function passage(): Promise<void> {
  const before = await count('door.closed');
  await real.online();
  real.hardware.force(1);
  await eventually(async () => real.agent.reports()[0]?.contact === 'open');
  real.hardware.pushClosed(1);
  await eventually(async () => (await count('door.closed')) > before);
}

const unlock = async (): Promise<string> => {
  const { body } = await world.call('POST', `/locks/${ids.main}/unlock`, { body: {} });
  await eventually(
    async () =>
      (await pool.query("select from command where id = $1 and status = 'confirmed'", [body.id])).rowCount ===
      1,
  );
  return body.id;
};

test('a gateway sends again what a database lacks that was set back under its connection', async () => {
  await passage();
  const restore = await backup();
  const since = await events();
  await passage();
  const command = await unlock();
  const before = await events();
  expect(before.length).toBeGreaterThan(since.length);
  const { boot } = real.agent;
  await restore();
  expect(await events()).toEqual(since);

  // Whatever comes next shows the service that its database has less.
  real.hardware.force(1);
  await eventually(async () => real.agent.reports()[0]?.contact === 'open');
  real.hardware.pushClosed(1);
  await eventually(async () => {
    await real.online();
    return real.agent.journalDepth === 0 && (await events()).length >= before.length + 2;
  });
  await passage();

  expect((await events()).slice(0, before.length)).toEqual(before);
  expect(await count('door.opened')).toBe(await count('door.closed'));
  expect((await pool.query('select from journal_gap')).rowCount).toBe(0);
  const { rows } = await pool.query(
    "select command_id, person_id, key_id, api_key_id from event where type = 'access.granted'",
  );
  expect(rows).toEqual([{ command_id: command, person_id: null, key_id: null, api_key_id: null }]);
  expect(real.agent.boot).toBe(boot);
});

test('a gateway that is paired again sends nothing a second time', async () => {
  const before = await events();
  const { code } = await openPairing(context, gateway.id);
  await real.stop();
  const paired = await pairGateway(context, {
    v: 1,
    host: 'gw',
    agent: '1.0.0',
    public_key: Buffer.alloc(32, 7).toString('base64url'),
    code,
    doors: [{ door: 1, name: 'main' }],
  });
  again = await startAgent(world, { secret: paired?.secret as string, folder: real.folder });
  await eventually(async () => again?.agent.journalDepth === 0);
  const after = await events();
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after.filter((type) => type === 'access.granted')).toHaveLength(1);
  expect((await pool.query('select journals_forgotten from gateway')).rows[0]).toEqual({
    journals_forgotten: true,
  });
});

test('no number that was given since the backup is given again', async () => {
  const next = async () => Number((await pool.query("select nextval('event_id_seq') as id")).rows[0].id);
  const before = await next();
  const [taken, restored] = [new Date(1_000), new Date(2_000)];
  await noteRestore(pool, { takenAt: taken, restoredAt: restored });
  expect(await next()).toBeGreaterThan(before + 999_999_999);
  expect((await pool.query('select taken_at, restored_at from database_restore')).rows).toEqual([
    { taken_at: taken, restored_at: restored },
  ]);
});
