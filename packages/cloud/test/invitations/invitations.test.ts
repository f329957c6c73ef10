import { afterAll, describe, expect, test } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { activateInvitation } from '../../src/invitations/invitations.js';
import { handOverKey, returnKey } from '../../src/keys/manage.js';
import { createPeopleWorld } from '../people/world.js';

const world = await createPeopleWorld({ LOG_LEVEL: 'error' });
afterAll(() => world.close());

const DAY = 24 * 3_600_000;
const issue = async (fields: object = {}) => {
  await world.clock.advance(10_000);
  return (await world.issue(fields)).body;
};
const tokenOfLast = async () => (await world.outbox()).at(-1)?.link.split('/').at(-1) ?? '';
const keyOf = async (id: number) => (await world.call('GET', `/keys/${id}`)).body;
const invitationOf = async (id: number) => (await world.call('GET', `/invitations/${id}`)).body;
const iso = () => new Date(world.clock.now()).toISOString();

describe('an invitation', () => {
  test('shows what it is for, and when its link ends', async () => {
    const key = await issue();
    expect(await invitationOf(key.invitation.id)).toEqual({
      id: key.invitation.id,
      state: 'pending',
      channel: 'email',
      key: { id: key.id, name: 'Front doors' },
      person: key.person,
      security_groups: ['STAFF'],
      starts_at: key.starts_at,
      expires_at: new Date(world.clock.now() + 7 * DAY).toISOString(),
      link_expires_at: new Date(world.clock.now() + 7 * DAY).toISOString(),
      sent_at: iso(),
      resend_count: 0,
      activated_at: null,
      cancelled_at: null,
      created_at: iso(),
    });
  });

  test('activated by its link hands the key over, once', async () => {
    const key = await issue();
    const token = await tokenOfLast();
    expect(await activateInvitation(world.context, token)).toBe('activated');
    const at = iso();
    await world.clock.advance(1_000);
    expect(await activateInvitation(world.context, token)).toBe('activated');
    expect(await keyOf(key.id)).toMatchObject({
      state: 'handed_over',
      handed_over_at: at,
      invitation: { state: 'activated' },
    });
    expect(await invitationOf(key.invitation.id)).toMatchObject({ state: 'activated', activated_at: at });
    const reported = (await world.reported('key.activated')).filter(({ data }) => data.id === key.id);
    expect(reported.map(({ data }) => data)).toEqual([
      {
        id: key.id,
        type: 'key.activated',
        occurred_at: at,
        person: key.person,
        key: { id: key.id, name: 'Front doors', state: 'handed_over' },
      },
    ]);
  });

  test('sent again keeps its id, gets a new link and kills the old one', async () => {
    const key = await issue({ channel: 'both' });
    const old = await tokenOfLast();
    await world.clock.advance(DAY);
    const issued = (await world.reported('key.issued')).length;
    const { status, body } = await world.call('POST', `/invitations/${key.invitation.id}/resend`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: key.invitation.id,
      state: 'pending',
      resend_count: 1,
      sent_at: iso(),
      link_expires_at: new Date(world.clock.now() + 7 * DAY).toISOString(),
    });
    expect(await world.reported('key.issued')).toHaveLength(issued);
    expect(await activateInvitation(world.context, old)).toBeNull();
    expect(await activateInvitation(world.context, await tokenOfLast())).toBe('activated');
    expect(
      (await world.outbox())
        .slice(-4)
        .map(({ status }) => status)
        .slice(0, 2),
    ).toEqual(['withdrawn', 'withdrawn']);
  });

  test('cancelled cannot be activated, sent again or cancelled once more; its key stays', async () => {
    const key = await issue();
    const token = await tokenOfLast();
    const { status, body } = await world.call('DELETE', `/invitations/${key.invitation.id}`);
    expect([status, body.state, body.cancelled_at]).toEqual([200, 'cancelled', iso()]);
    expect(await activateInvitation(world.context, token)).toBe('cancelled');
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/resend'],
    ] as const) {
      const again = await world.call(method, `/invitations/${key.invitation.id}${path}`);
      expect([again.status, again.body.error.code]).toEqual([409, 'invitation_not_pending']);
    }
    expect(await keyOf(key.id)).toMatchObject({ state: null, invitation: { state: 'cancelled' } });
  });

  test('needs a channel that still reaches the person to be sent again', async () => {
    const person = await world.person({});
    const key = await issue({ person_id: person.id });
    await world.call('PUT', `/people/${person.id}`, { body: { email: '' } });
    const { status, body } = await world.call('POST', `/invitations/${key.invitation.id}/resend`);
    expect([status, body.error.details[0].field]).toEqual([422, 'channel']);
  });
});

describe('an invitation expires', () => {
  test('when its link is over, at the moment', async () => {
    const key = await issue();
    const token = await tokenOfLast();
    await world.clock.advance(7 * DAY - 1);
    await world.due.runDue();
    expect((await invitationOf(key.invitation.id)).state).toBe('pending');
    await world.clock.advance(1);
    expect(await activateInvitation(world.context, token)).toBe('expired');
    expect((await world.call('POST', `/invitations/${key.invitation.id}/resend`)).status).toBe(409);
    await world.due.runDue();
    expect((await invitationOf(key.invitation.id)).state).toBe('expired');
    expect(await keyOf(key.id)).toMatchObject({ state: null, invitation: { state: 'expired' } });
  });

  test("with its key's validity, also when that is moved", async () => {
    const key = await issue({ expires_at: new Date(world.clock.now() + 3 * DAY).toISOString() });
    await world.call('PATCH', `/keys/${key.id}`, {
      body: { expires_at: new Date(world.clock.now() + DAY).toISOString() },
    });
    await world.clock.advance(DAY);
    await world.due.runDue();
    expect((await invitationOf(key.invitation.id)).state).toBe('expired');
  });

  test('and of activation, cancel and expiry at one moment exactly one wins', async () => {
    for (let round = 0; round < 5; round++) {
      const key = await issue();
      const token = await tokenOfLast();
      await world.clock.advance(7 * DAY - 1);
      const cancel = () => world.call('DELETE', `/invitations/${key.invitation.id}`);
      const results = await Promise.all([
        activateInvitation(world.context, token),
        cancel(),
        world.call('DELETE', `/keys/${key.id}`),
        world.clock.advance(1).then(() => world.due.runDue()),
        activateInvitation(world.context, token),
        cancel(),
      ]);
      const { state, activated_at, cancelled_at } = await invitationOf(key.invitation.id);
      expect([activated_at !== null, cancelled_at !== null]).toEqual([
        state === 'activated',
        state === 'cancelled',
      ]);
      const cancels = [results[1], results[5]].filter(({ status }) => status === 200);
      expect(cancels.length).toBeLessThanOrEqual(state === 'cancelled' ? 1 : 0);
      const reported = (await world.reported())
        .filter(({ data }) => data.id === key.id)
        .map(({ type }) => type);
      expect(reported).toEqual(state === 'activated' ? ['key.activated', 'key.revoked'] : ['key.revoked']);
    }
  });
});

describe('a manager', () => {
  test('hands a key over and takes it back, again and again, each reported once', async () => {
    const key = await issue();
    await handOverKey(world.context, null, key.id, DOORCTL);
    const handed = await handOverKey(world.context, null, key.id, DOORCTL);
    expect(handed).toMatchObject({ state: 'handed_over', invitation: { state: 'pending' } });
    await returnKey(world.context, null, key.id, DOORCTL);
    expect(await returnKey(world.context, null, key.id, DOORCTL)).toMatchObject({
      state: 'returned',
      invitation: { state: 'cancelled' },
    });
    expect(await handOverKey(world.context, null, key.id, DOORCTL)).toMatchObject({
      state: 'handed_over',
      returned_at: null,
    });
    const reported = (await world.reported())
      .filter(({ data }) => data.id === key.id)
      .map(({ type }) => type);
    expect(reported).toEqual(['key.activated', 'key.revoked', 'key.activated']);
  });

  test('cannot hand over the key of a person who is gone, nor beyond the plan limit', async () => {
    const key = await issue();
    await returnKey(world.context, null, key.id, DOORCTL);
    await world.context.prisma.account.update({
      where: { id: world.ids.account },
      data: { phone_key_limit: 1 },
    });
    await expect(handOverKey(world.context, null, key.id, DOORCTL)).rejects.toThrow('plan limit');
    await world.context.prisma.account.update({
      where: { id: world.ids.account },
      data: { phone_key_limit: null },
    });
    await world.call('DELETE', `/people/${key.person.id}`);
    await expect(handOverKey(world.context, null, key.id, DOORCTL)).rejects.toThrow('validation');
  });
});
