import { afterAll, describe, expect, test } from '@jest/globals';
import { openPairing, pairGateway } from '../../packages/cloud/src/gateways/pairing.js';
import { eventually } from '../cluster/processes.js';
import { createWorld } from '../world.js';
import { startAgent } from './real-agent.js';

/* One misuse of a gateway's secret must not silence that gateway forever. */

const world = await createWorld();
const { context, clock, gateway } = world;
let real = await startAgent(world);
afterAll(async () => {
  await real.stop();
  await world.close();
  real.remove();
});

/** The largest safe integer, and the one below it. */
const FORGED = [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER];
const PRESS = { kind: 'exit_button', pressed: true };

const events = async (type: string): Promise<number> =>
  (await context.pool.query('select from event where type = $1', [type])).rowCount ?? 0;
const markOf = async (journal: string): Promise<number> =>
  Number(
    (await context.pool.query('select last_seq from journal_mark where journal = $1', [journal])).rows[0]
      ?.last_seq,
  );
const setAside = async () =>
  (await context.pool.query('select error from quarantine where gateway_id = $1 order by id', [gateway.id]))
    .rows;

/** An attacker with the secret writes into the journal of the agent whose session it takes over. */
const forge = (seq: number): Promise<void> =>
  real.displaced(async () => {
    const attacker = await world.connect({ journal: real.agent.journalId, seq: seq - 1 });
    await attacker.send([attacker.record(PRESS)]);
    await attacker.end();
  });

/** The agent's debounced contact: a leaf that moves back sooner makes no edge. */
const contactIs = (state: 'open' | 'closed'): Promise<unknown> =>
  eventually(async () => real.agent.reports()[0]?.contact === state);

/** An opening and a close at the real agent are reported. */
async function isHeard(): Promise<void> {
  const [opened, closed] = [await events('door.opened'), await events('door.closed')];
  await real.online();
  real.hardware.force(1);
  await eventually(async () => (await events('door.opened')) > opened);
  real.hardware.pushClosed(1);
  await eventually(async () => (await events('door.closed')) > closed);
}

describe('a number far above those of the journal', () => {
  test.each(FORGED)(
    '%i is set aside whole and acknowledged, and the agent is heard as before',
    async (seq) => {
      await isHeard();
      const { journalId } = real.agent;
      const presses = await events('door.exit_button');
      const before = (await setAside()).length;
      await forge(seq);
      expect((await setAside()).slice(before)).toEqual([
        { error: expect.stringMatching(new RegExp(`^seq ${seq} is more than 1000000000 above \\d+,`)) },
      ]);
      expect(await events('door.exit_button')).toBe(presses);
      await isHeard();
      expect(real.agent.journalId).toBe(journalId);
    },
  );

  test('rejects the valid records of its message, too', () =>
    real.displaced(async () => {
      const raw = await world.connect();
      await raw.send([raw.record(PRESS), { ...raw.record(PRESS), seq: FORGED[0] }]);
      expect(await markOf(raw.journal)).toBeNaN();
      await raw.end();
    }));

  test('is more than 1,000,000,000 above the last one received', () =>
    real.displaced(async () => {
      const raw = await world.connect();
      await raw.send([{ ...raw.record(PRESS), seq: 1_000_000_000 }]);
      expect(await markOf(raw.journal)).toBe(1_000_000_000);
      await raw.send([{ ...raw.record(PRESS), seq: 2_000_000_001 }]);
      expect(await markOf(raw.journal)).toBe(1_000_000_000);
      await raw.send([{ ...raw.record(PRESS), seq: 2_000_000_000 }]);
      expect(await markOf(raw.journal)).toBe(2_000_000_000);
      await raw.end();
    }));
});

describe('a journal whose numbers someone has used up', () => {
  /** With nothing under way, or its commit would set the mark back. */
  const poison = async () => {
    await real.online();
    await eventually(async () => real.agent.journalDepth === 0);
    await context.pool.query('update journal_mark set last_seq = $2 where journal = $1', [
      real.agent.journalId,
      FORGED[0],
    ]);
  };

  test('is replaced by a new one with all unsent records', async () => {
    const { journalId } = real.agent;
    await poison();
    const [opened, closed] = [await events('door.opened'), await events('door.closed')];
    await real.displaced(async () => {
      const attacker = await world.connect();
      await eventually(async () => real.agent.linkState !== 'online');
      // Not reported until the agent is back.
      real.hardware.force(1);
      await contactIs('open');
      real.hardware.pushClosed(1);
      await contactIs('closed');
      await attacker.end();
    });
    await real.online();
    await eventually(async () => (await events('door.closed')) > closed && real.agent.journalDepth === 0);
    expect(await events('door.opened')).toBe(opened + 1);
    expect(real.agent.journalId).not.toBe(journalId);
    await isHeard();
  });

  test('is received again after a restart of its agent, too', async () => {
    await poison();
    await real.stop();
    const { folder } = real;
    real = await startAgent(world, { folder });
    await isHeard();
  });
});

test('pairing again resets the positions of the journals', async () => {
  const { journalId } = real.agent;
  await context.pool.query('update journal_mark set last_seq = 900000000 where journal = $1', [journalId]);
  await real.stop();
  await clock.advance(61_000);
  const { code } = await openPairing(context, gateway.id);
  const request = {
    v: 1 as const,
    host: 'gw',
    agent: '1.2.0',
    public_key: Buffer.alloc(32, 7).toString('base64url'),
  };
  const paired = await pairGateway(context, { ...request, code, doors: [{ door: 1, name: 'main' }] });
  expect(await markOf(journalId)).toBeNaN();
  const { folder } = real;
  real = await startAgent(world, { secret: paired?.secret as string, folder });
  await isHeard();
  expect(real.agent.journalId).toBe(journalId);
  expect(await markOf(journalId)).toBeLessThan(1_000_000);
});
