import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../cluster/processes.js';
import { createPhones } from './phones.js';

/* Attacks on keys that live on phones, carried out over HTTP against the running service. */

const { world, invite, activate, visit, claim, ask, press, send, unlock } = await createPhones();
const { pool } = world.context;
beforeEach(() => world.clock.advance(61_000));
afterAll(() => world.close());

/** Runs `work` while a table is locked, so that writers to it stop half-way. */
async function whileClosed(table: string, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query(`lock table ${table} in share row exclusive mode`);
    await work();
  } finally {
    await holder.query('commit');
    holder.release();
  }
}

const waiting = (count: number) =>
  eventually(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0].waiting >= count;
  }, 30_000);

/** What a request has been answered with so far; null while it runs. */
function watched<T>(request: Promise<T>) {
  const seen: { answer: T | null; request: Promise<T> } = { answer: null, request };
  void request.then((answer) => {
    seen.answer = answer;
  });
  return seen;
}

const commands = async (keyId: number): Promise<number> =>
  (await pool.query('select count(*)::int as n from command where key_id = $1', [keyId])).rows[0].n;

describe('a revoked key that races its revocation', () => {
  test('half-way through a press, the revocation waits for the press', async () => {
    const { key, link } = await invite();
    const { phone } = await activate(link);
    const sealed = await press(phone);
    let pressed!: ReturnType<typeof watched<Awaited<ReturnType<typeof send>>>>;
    let revoked!: ReturnType<typeof watched<Awaited<ReturnType<typeof world.call>>>>;
    await whileClosed('command', async () => {
      pressed = watched(send(phone, sealed));
      await waiting(1);
      revoked = watched(world.call('DELETE', `/keys/${key.id}`));
      await waiting(2);
      expect([pressed.answer, revoked.answer]).toEqual([null, null]);
    });
    expect([(await pressed.request).status, (await revoked.request).status]).toEqual([202, 200]);
    expect((await unlock(phone)).status).toBe(403);
  });

  test('half-way through the revocation, a press waits for it and is refused', async () => {
    const { key, link } = await invite();
    const { phone } = await activate(link);
    const sealed = await press(phone);
    let pressed!: ReturnType<typeof watched<Awaited<ReturnType<typeof send>>>>;
    let revoked!: ReturnType<typeof watched<Awaited<ReturnType<typeof world.call>>>>;
    await whileClosed('delivery', async () => {
      revoked = watched(world.call('DELETE', `/keys/${key.id}`));
      await waiting(1);
      pressed = watched(send(phone, sealed));
      await waiting(2);
      expect([pressed.answer, revoked.answer]).toEqual([null, null]);
    });
    expect([(await revoked.request).status, (await pressed.request).status]).toEqual([200, 403]);
    expect(await commands(key.id)).toBe(0);
  });

  test('in a storm of presses, none that begins after the revocation opens, and each that opened has its command', async () => {
    const { key, link } = await invite();
    const { phone } = await activate(link);
    const presses = await Promise.all(Array.from({ length: 20 }, () => press(phone)));
    const storm = presses.map((sealed) => send(phone, sealed));
    const revoked = world.call('DELETE', `/keys/${key.id}`);
    const late = revoked.then(() => unlock(phone));
    const answers = await Promise.all(storm);
    expect((await revoked).status).toBe(200);
    expect((await late).status).toBe(403);
    expect(new Set(answers.map(({ status }) => status).filter((status) => status !== 202))).toEqual(
      new Set(answers.some(({ status }) => status !== 202) ? [403] : []),
    );
    expect(await commands(key.id)).toBe(answers.filter(({ status }) => status === 202).length);
  });
});

describe('a cookie that someone planted before', () => {
  const PLANTED = 'A'.repeat(43);
  // biome-ignore lint/suspicious/noExplicitAny: any answer that the page gets
  const ring = async (cookie: string): Promise<any> => ask(cookie, 'GET', '/ring');
  const keysOn = async (cookie: string): Promise<number[]> =>
    (await ring(cookie)).body.keys.map(({ id }: { id: number }) => id);

  test('the setup link is opened with is never the phone', async () => {
    const { key, link } = await invite();
    const { phone } = await activate(link, { phone: PLANTED });
    expect(phone).not.toContain(PLANTED);
    expect(await keysOn(phone)).toEqual([key.id]);
    expect((await ring(`phone=${PLANTED}`)).status).toBe(401);
    expect((await unlock(phone)).status).toBe(202);
  });

  test('that belongs to a phone of the attacker gets no key, even if it was sent before', async () => {
    const mine = await invite();
    const attacker = await activate(mine.link);
    const { body } = await ask(attacker.phone, 'POST', '/moves', {});
    const theirs = await invite();
    const victim = await activate(theirs.link, attacker.jar);
    expect(victim.phone).not.toBe(attacker.phone);
    expect((await ring(attacker.phone)).status === 200 ? await keysOn(attacker.phone) : []).not.toContain(
      theirs.key.id,
    );
    expect(await keysOn(victim.phone)).toContain(theirs.key.id);
    // A code that the attacker obtained before moves none of the victim's keys.
    const thief = await claim((body as { code: string }).code);
    expect(thief.phone === null ? [] : await keysOn(thief.phone)).not.toContain(theirs.key.id);
    expect(await keysOn(victim.phone)).toContain(theirs.key.id);
  });

  test('is not what the setup page itself gives before the button is pressed', async () => {
    const { link } = await invite();
    const jar = await visit('GET', link, {});
    const given = Object.values(jar);
    await activate(link, jar);
    for (const value of given) expect((await ring(`phone=${value}`)).status).toBe(401);
  });

  test('is not where keys are moved to', async () => {
    const { key, link } = await invite();
    const safari = await activate(link);
    const { body } = await ask(safari.phone, 'POST', '/moves', {});
    const home = await claim((body as { code: string }).code, `phone=${PLANTED}`);
    expect(home.phone).not.toContain(PLANTED);
    expect(await keysOn(home.phone ?? '')).toEqual([key.id]);
    expect((await ring(`phone=${PLANTED}`)).status).toBe(401);

    const attacker = await activate((await invite()).link);
    const again = await ask(home.phone ?? '', 'POST', '/moves', {});
    const next = await claim((again.body as { code: string }).code, attacker.phone);
    expect(await keysOn(next.phone ?? '')).toContain(key.id);
    expect((await ring(attacker.phone)).status === 200 ? await keysOn(attacker.phone) : []).not.toContain(
      key.id,
    );
  });
});

describe('a setup link that was used', () => {
  test('gives no phone to a finder, but does to the browser whose answer was lost, for a while', async () => {
    const { key, link } = await invite();
    const before = await visit('GET', link, {});
    // Pressed, and the answer is lost on the way.
    await visit('POST', link, before);
    expect((await visit('GET', link, {})).phone).toBeUndefined();
    expect((await visit('POST', link, { phone: 'A'.repeat(43) })).phone).toBe('A'.repeat(43));
    const found = await visit('GET', link, before);
    const ring = await ask(`phone=${found.phone}`, 'GET', '/ring');
    expect(ring.body).toMatchObject({ keys: [{ id: key.id, status: 'valid' }] });
    await world.clock.advance(15 * 60_000);
    expect((await visit('GET', link, before)).phone).toBeUndefined();
    expect((await ask(`phone=${found.phone}`, 'GET', '/ring')).status).toBe(200);
  });
});
