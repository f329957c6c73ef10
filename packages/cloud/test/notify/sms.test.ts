import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { SMS_DEADLINE_MS } from '../../src/notify/channels/sms.js';
import { type NoticeWorker, startNoticeWorker } from '../../src/notify/worker.js';
import { LINK } from './samples.js';
import { noticeWorld, openMailbox, openSmsProvider } from './world.js';

const world = await noticeWorld();
const { context, clock } = world;
const provider = await openSmsProvider();
afterAll(() => provider.close());

let worker: NoticeWorker;
beforeEach(() => {
  world.configure({ SMS_URL: provider.origin.replace('//', '//:tok@').concat('/send?from=Doors') });
  worker = startNoticeWorker(context);
});
afterEach(async () => {
  await worker.stop();
  provider.requests.length = 0;
  provider.answers.length = 0;
  await context.pool.query('truncate notice');
});

describe('an SMS', () => {
  test('goes to a JSON provider with its id, number, sender and text', async () => {
    const id = await world.invite({ channel: 'sms' });
    await worker.runDue();
    expect((await world.row(id)).status).toBe('sent');
    const [request] = provider.requests;
    expect(request?.url).toBe('/send');
    expect(request?.headers).toMatchObject({
      authorization: 'Bearer tok',
      'content-type': 'application/json',
      'idempotency-key': id,
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      id,
      to: '+358401234567',
      from: 'Doors',
      text: expect.stringContaining(LINK),
    });
  });

  test("goes out in Twilio's form where the URL is its", async () => {
    await worker.stop();
    const path = '/2010-04-01/Accounts/AC1/Messages.json';
    world.configure({ SMS_URL: `${provider.origin.replace('//', '//AC1:tok@')}${path}?From=+3585550100` });
    worker = startNoticeWorker(context);
    await world.invite({ channel: 'sms' });
    await worker.runDue();
    const [request] = provider.requests;
    expect(request?.url).toBe(path);
    expect(request?.headers.authorization).toBe(`Basic ${Buffer.from('AC1:tok').toString('base64')}`);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      From: '+3585550100',
      To: '+358401234567',
      Body: expect.stringContaining(LINK),
    });
  });

  test('refused with a 400 fails for good', async () => {
    provider.answers.push(400);
    const id = await world.invite({ channel: 'sms' });
    await worker.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'failed',
      attempt: 1,
      last_error: 'the SMS provider answered 400',
    });
    await clock.advance(86_400_000);
    await worker.runDue();
    expect(provider.requests).toHaveLength(1);
  });

  test.each([500, 503, 429, 401, 302])(
    'answered with %d is tried again after one minute, with the same id',
    async (status) => {
      provider.answers.push(status);
      const id = await world.invite({ channel: 'sms' });
      await worker.runDue();
      expect(await world.row(id)).toMatchObject({
        status: 'retrying',
        attempt: 1,
        next_attempt_at: new Date(clock.now() + 60_000),
      });
      await clock.advance(60_000);
      await worker.runDue();
      expect(provider.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([id, id]);
      expect((await world.row(id)).status).toBe('sent');
    },
  );

  test('that is refused at every try fails after the sixth', async () => {
    provider.answers.push(...Array<number>(10).fill(503));
    const id = await world.invite({ channel: 'sms' });
    for (const minutes of [0, 1, 5, 30, 120, 360, 1_440]) {
      await clock.advance(minutes * 60_000);
      await worker.runDue();
    }
    expect(provider.requests).toHaveLength(6);
    expect(await world.row(id)).toMatchObject({ status: 'failed', attempt: 6 });
  });

  test('to a provider that hangs is given up at the deadline; mail does not wait for it', async () => {
    await worker.stop();
    const mailbox = await openMailbox();
    world.configure({ SMS_URL: provider.origin, SMTP_URL: mailbox.url });
    worker = startNoticeWorker(context);
    provider.answers.push(...Array<number>(10).fill(0));
    const hanging = await Promise.all(Array.from({ length: 12 }, () => world.invite({ channel: 'sms' })));
    const heard = provider.heard(10);
    context.nudge.emit('notice');
    await heard;
    const email = await world.invite();
    context.nudge.emit('notice');
    while ((await world.row(email)).status !== 'sent') await clock.advance(0);
    await clock.advance(SMS_DEADLINE_MS);
    await worker.runDue();
    await worker.runDue();
    const statuses = await Promise.all(hanging.map(async (id) => (await world.row(id)).status));
    expect(statuses.filter((status) => status === 'retrying')).toHaveLength(10);
    expect(statuses.filter((status) => status === 'sent')).toHaveLength(2);
    await mailbox.close();
  });

  test('to no number is refused before it is sent', async () => {
    const id = await world.invite({ channel: 'sms', to: '0401234567' });
    await worker.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'failed',
      last_error: 'the phone number is not usable',
    });
    expect(provider.requests).toEqual([]);
  });

  test('under way when the service stops is handed back, and counts no try', async () => {
    provider.answers.push(0);
    const id = await world.invite({ channel: 'sms' });
    const heard = provider.heard(1);
    context.nudge.emit('notice');
    await heard;
    const stopped = worker.stop();
    // The time that attempts under way have left.
    await clock.advance(3_000);
    await stopped;
    expect(await world.row(id)).toMatchObject({ status: 'pending', attempt: 0, lease_until: null });
    worker = startNoticeWorker(context);
    await worker.runDue();
    expect((await world.row(id)).status).toBe('sent');
  });
});
