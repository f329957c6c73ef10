import { afterEach, describe, expect, test } from '@jest/globals';
import { transaction } from '../../src/context.js';
import { ERASE_NOTICES, enqueueNotice, withdrawNotices } from '../../src/notify/enqueue.js';
import { readOutbox } from '../../src/notify/outbox.js';
import { type NoticeWorker, startNoticeWorker } from '../../src/notify/worker.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { INVITATION, LINK } from './samples.js';
import { noticeWorld } from './world.js';

const world = await noticeWorld();
const { context, clock, accountId } = world;

let worker: NoticeWorker | null = null;
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await context.pool.query('truncate notice');
});

describe('without a provider', () => {
  test('messages are held and shown, newest first, setup links included', async () => {
    const first = await world.invite();
    await clock.advance(1_000);
    await world.invite({ channel: 'sms' });
    worker = startNoticeWorker(context);
    await worker.runDue();
    expect(await world.row(first)).toMatchObject({ status: 'held', next_attempt_at: null, attempt: 0 });
    const [sms, email] = await readOutbox(context);
    expect(sms).toMatchObject({
      channel: 'sms',
      to: '+358401234567',
      status: 'held',
      subject: null,
      text: expect.stringContaining(LINK),
      setup_link: LINK,
    });
    expect(email).toMatchObject({
      id: first,
      account: { id: accountId, name: 'Acme' },
      kind: 'invitation',
      channel: 'email',
      to: 'anna@acme.example',
      about: 'invitation:77',
      status: 'held',
      subject: 'Your key to HQ: Front doors',
      setup_link: LINK,
    });
  });

  test('what the transaction rolled back is never sent', async () => {
    const failing = transaction(context.pool, async (client) => {
      const to = 'anna@acme.example';
      await enqueueNotice(client, context, {
        account_id: accountId,
        channel: 'email',
        to,
        language: '',
        subject: '',
        kind: 'invitation',
        data: INVITATION,
      });
      throw new Error('refused by the locking system');
    });
    await expect(failing).rejects.toThrow('refused');
    expect(await readOutbox(context)).toEqual([]);
  });
});

describe('a setup link', () => {
  test('is not readable in a dump, and opens with its own row only', async () => {
    const id = await world.invite();
    const { rows } = await context.pool.query('select n::text as dump, data from notice n');
    expect(rows[0].dump).not.toContain('setup');
    expect(rows[0].data.toString('latin1')).not.toContain('setup');
    await context.pool.query('update notice set id = gen_random_uuid() where id = $1', [id]);
    expect((await readOutbox(context))[0]).toMatchObject({ text: null, setup_link: null });
  });

  test('sealed with another key is shown as not openable, beside those that are', async () => {
    await world.invite();
    const other = { ...context, secrets: new SecretBox(Buffer.alloc(32, 9)) };
    expect((await readOutbox(other)).map(({ text }) => text)).toEqual([null]);
  });
});

describe('taking back', () => {
  test('withdraws what waits for a subject and nothing else', async () => {
    const old = await world.invite();
    const other = await world.invite({ subject: 'invitation:78' });
    await withdrawNotices(context.pool, 'invitation:77');
    const fresh = await world.invite();
    expect((await world.row(old)).status).toBe('withdrawn');
    expect((await world.row(other)).status).toBe('pending');
    expect((await world.row(fresh)).status).toBe('pending');
    await withdrawNotices(context.pool, ['invitation:77', 'invitation:78']);
    expect((await world.row(fresh)).status).toBe('withdrawn');
    expect((await world.row(other)).status).toBe('withdrawn');
  });

  test('erasing a person removes all notices to them', async () => {
    const person_id = '3f0c7b5e-6f5d-4c39-9a55-0c3f6b1f7a10';
    await world.invite({ person_id });
    await world.invite();
    await context.pool.query(ERASE_NOTICES, [person_id]);
    expect(await readOutbox(context)).toHaveLength(1);
  });
});

test('the outbox is no archive: after 30 days what waits for nothing is gone', async () => {
  await world.invite();
  worker = startNoticeWorker(context);
  await worker.runDue();
  await clock.advance(30 * 86_400_000 - 60_000);
  await worker.runDue();
  expect(await readOutbox(context)).toHaveLength(1);
  await clock.advance(3_600_000);
  await worker.runDue();
  expect(await readOutbox(context)).toEqual([]);
});
