import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { inviteAgain } from '../../src/keys/again.js';
import { handOverKey, returnKey } from '../../src/keys/manage.js';
import { removePhone } from '../../src/phone/phones.js';
import { phoneWorld } from '../phone/world.js';

/* A key that is no longer usable is handed over again by a new setup link. */

const { world, invite, activate, ask } = await phoneWorld();
const { context, ids } = world;
afterAll(() => world.close());
beforeEach(() => world.clock.advance(61_000));

const DAY = 24 * 3_600_000;
const manager = {
  accountId: ids.account,
  locationId: ids.hq,
  scopes: new Set<never>(),
  apiKey: null,
  user: { id: '00000000-0000-4000-8000-000000000001', name: 'Olga' },
};
const again = (id: number, channel?: 'sms' | 'email' | 'both') =>
  inviteAgain(context, manager, id, DOORCTL, channel);
const keyOf = async (id: number) => (await world.call('GET', `/keys/${id}`)).body;
const lastLink = async () => (await world.outbox()).at(-1)?.link ?? '';
const cancel = (key: { invitation: { id: number } }) =>
  world.call('DELETE', `/invitations/${key.invitation.id}`);
const ringOf = async (phone: string) => (await ask(phone, 'GET', '/ring')).body;
const refusal = async (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { code: string; details?: { message: string }[] }) =>
      error.details?.map(({ message }) => message).join() ?? error.code,
  );

describe('a key is handed over again by a new setup link', () => {
  test('after it was returned, and works on its previous phone', async () => {
    const { key, link } = await invite({ channel: 'sms' });
    const phone = await activate(link);
    await world.call('DELETE', `/keys/${key.id}`);
    const before = (await world.reported()).length;
    const invitation = await again(key.id);
    expect(invitation).toMatchObject({ state: 'pending', channel: 'sms', key_id: key.id });
    const sent = (await world.reported()).slice(before);
    expect(sent).toMatchObject([
      {
        type: 'key.issued',
        data: { invitation_id: invitation.id, channel: 'sms', person: { id: key.person.id } },
      },
    ]);
    // Unchanged until the link is used.
    expect(await keyOf(key.id)).toMatchObject({
      state: 'returned',
      invitation: { id: invitation.id, state: 'pending' },
    });
    expect((await ringOf(phone)).keys[0].status).toBe('returned');
    const now = await activate(await lastLink(), phone);
    expect(await ringOf(now)).toMatchObject({ keys: [{ id: key.id, status: 'valid' }] });
    expect(await keyOf(key.id)).toMatchObject({ state: 'handed_over', returned_at: null });
    expect((await world.reported('key.activated')).at(-1)?.data).toMatchObject({ id: key.id });
  });

  test('after its invitation was cancelled or expired', async () => {
    const cancelled = (await invite()).key;
    await cancel(cancelled);
    await again(cancelled.id);
    await activate(await lastLink());
    expect((await keyOf(cancelled.id)).state).toBe('handed_over');

    const late = (await invite()).key;
    await world.clock.advance(7 * DAY);
    await world.due.runDue();
    expect((await keyOf(late.id)).invitation.state).toBe('expired');
    await again(late.id);
    await activate(await lastLink());
    expect((await keyOf(late.id)).state).toBe('handed_over');
  });

  test('after its phone was removed, and stays handed over meanwhile', async () => {
    const { key, link } = await invite();
    const lost = await activate(link);
    const { rows } = await context.pool.query('select phone_id from phone_key where access_key_id = $1', [
      key.id,
    ]);
    await removePhone(context, manager, key.person.id, rows[0].phone_id);
    await again(key.id);
    expect((await keyOf(key.id)).state).toBe('handed_over');
    const found = await activate(await lastLink());
    expect((await ringOf(found)).keys[0]).toMatchObject({ id: key.id, status: 'valid' });
    expect((await ringOf(lost)).keys[0].status).toBe('removed');
  });

  test('by another channel on request, if the person has it', async () => {
    const { key } = await invite({ channel: 'email' });
    await cancel(key);
    expect((await again(key.id, 'both')).channel).toBe('both');
    const person = await world.person({ phone: '' });
    const other = (await invite({ person_id: person.id })).key;
    await cancel(other);
    expect(await refusal(again(other.id, 'sms'))).toBe('the person has no phone number');
  });

  test('but not while it is on a phone, has a pending invitation, or has expired', async () => {
    const { key, link } = await invite();
    expect(await refusal(again(key.id))).toMatch(/pending/);
    await activate(link);
    expect(await refusal(again(key.id))).toMatch(/on a phone/);
    const ends = new Date(world.clock.now() + DAY).toISOString();
    const short = (await invite({ expires_at: ends })).key;
    await world.clock.advance(2 * DAY);
    expect(await refusal(again(short.id))).toMatch(/has expired/);
    expect(await refusal(again(999_999))).toBe('not_found');
    expect(await refusal(inviteAgain(context, { ...manager, locationId: ids.lab }, key.id, DOORCTL))).toBe(
      'not_found',
    );
  });
});

describe('a returned key with a new invitation', () => {
  test('is taken back again: its new invitation is cancelled, and no event is repeated', async () => {
    const { key } = await invite();
    await world.call('DELETE', `/keys/${key.id}`);
    await again(key.id);
    const revoked = (await world.reported('key.revoked')).length;
    const link = await lastLink();
    expect((await world.call('DELETE', `/keys/${key.id}`)).status).toBe(200);
    expect((await keyOf(key.id)).invitation.state).toBe('cancelled');
    expect(await world.reported('key.revoked')).toHaveLength(revoked);
    expect((await fetch(link)).status).toBe(410);
  });

  test('is taken back with its person', async () => {
    const { key } = await invite();
    await world.call('DELETE', `/keys/${key.id}`);
    await again(key.id);
    expect((await world.call('DELETE', `/people/${key.person.id}`)).status).toBe(204);
    expect((await keyOf(key.id)).invitation.state).toBe('cancelled');
    expect(await refusal(again(key.id))).toMatch(/deleted/);
  });
});

describe('the plan', () => {
  const { prisma, pool } = context;
  const limitTo = (phone_key_limit: number | null) =>
    prisma.account.update({ where: { id: ids.account }, data: { phone_key_limit } });
  const counted = async (): Promise<number> => {
    for (let limit = 0; ; limit++) {
      await limitTo(limit);
      const { status } = await world.issue({ name: 'Probe' });
      if (status === 422) continue;
      // The probe itself is not counted.
      const { rows } = await pool.query("select id from access_key where name = 'Probe' and state is null");
      for (const { id } of rows) await returnKey(context, null, id, DOORCTL);
      await limitTo(null);
      return limit - 1;
    }
  };

  test('counts only usable keys', async () => {
    await pool.query("update access_key set state = 'returned'");
    await pool.query("update invitation set state = 'cancelled', due_at = null where state = 'pending'");
    expect(await counted()).toBe(0);
    const pending = (await invite()).key;
    expect(await counted()).toBe(1);
    await cancel(pending);
    expect(await counted()).toBe(0);
    await again(pending.id);
    const newLink = await lastLink();
    expect(await counted()).toBe(1);
    await activate(newLink);
    expect(await counted()).toBe(1);
    await world.call('DELETE', `/keys/${pending.id}`);
    expect(await counted()).toBe(0);

    const ends = new Date(world.clock.now() + DAY).toISOString();
    const { link } = await invite({ expires_at: ends });
    await activate(link);
    expect(await counted()).toBe(1);
    await world.clock.advance(2 * DAY);
    expect(await counted()).toBe(0);
  }, 120_000);

  test('limits everything that makes a key usable: a new link, a hand-over, a later end', async () => {
    await pool.query("update access_key set state = 'returned'");
    const ends = new Date(world.clock.now() + DAY).toISOString();
    const { key: over, link } = await invite({ expires_at: ends });
    await activate(link);
    await world.clock.advance(2 * DAY);
    const idle = (await invite()).key;
    await cancel(idle);
    const used = (await invite()).key;
    await limitTo(1);
    expect(await refusal(again(idle.id))).toBe('entitlement_exceeded');
    expect(await refusal(handOverKey(context, null, idle.id, DOORCTL))).toBe('entitlement_exceeded');
    const later = await world.call('PATCH', `/keys/${over.id}`, { body: { expires_at: null } });
    expect([later.status, later.body.error.code]).toEqual([422, 'entitlement_exceeded']);
    // A key that is already counted can still be handed over.
    expect((await handOverKey(context, null, used.id, DOORCTL)).state).toBe('handed_over');
    await limitTo(null);
  });
});
