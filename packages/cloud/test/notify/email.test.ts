import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { selfSigned } from '../../../../test/setup/certificate.js';
import { createEmailProvider, EMAIL_DEADLINE_MS } from '../../src/notify/channels/email.js';
import { parseSmtpUrl, type SmtpSettings } from '../../src/notify/channels/provider-urls.rules.js';
import { withdrawNotices } from '../../src/notify/enqueue.js';
import { type NoticeWorker, type Providers, startNoticeWorker } from '../../src/notify/worker.js';
import { LINK } from './samples.js';
import { type Mailbox, noticeWorld, openMailbox } from './world.js';

const world = await noticeWorld();
const { context, clock } = world;

let worker: NoticeWorker | null = null;
let mailbox: Mailbox | null = null;
afterEach(async () => {
  await worker?.stop();
  worker = null;
  await mailbox?.close();
  mailbox = null;
  await context.pool.query('truncate notice');
});

async function start(
  options: Parameters<typeof openMailbox>[0] = {},
  answers: Parameters<typeof openMailbox>[1] = {},
  providers?: Providers,
): Promise<Mailbox> {
  const opened = await openMailbox(options, answers);
  mailbox = opened;
  world.configure({ SMTP_URL: `${opened.url}?from=doors@acme.example` });
  worker = startNoticeWorker(context, providers);
  return opened;
}

const settings = (url: string): SmtpSettings => parseSmtpUrl(url).settings as SmtpSettings;

describe('over SMTP', () => {
  test('an invitation arrives as text and HTML, from the sender that is set, and is marked as sent', async () => {
    const { mails } = await start();
    const id = await world.invite();
    await worker?.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'sent',
      attempt: 1,
      sent_at: new Date(clock.now()),
      next_attempt_at: null,
    });
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ from: 'doors@acme.example', to: ['anna@acme.example'] });
    const source = mails[0]?.source.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    expect(source).toMatch(/^From: Acme <doors@acme\.example>\r$/m);
    expect(source).toMatch(/^Subject: Your key to HQ: Front doors\r$/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(source).toContain(`Message-ID: <${id}@acme.example>`);
    expect(source).toContain('text/plain');
    expect(source).toContain('text/html');
    expect(source.split(LINK).length - 1).toBe(3);
  });

  test('an address that carries more than itself is refused and never reaches the server', async () => {
    const { mails } = await start();
    const id = await world.invite({ to: 'anna@acme.example\r\nBcc: all@acme.example' });
    await worker?.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'failed',
      last_error: 'the e-mail address is not usable',
    });
    expect(mails).toEqual([]);
  });

  test('a 4xx is tried again after one minute, and then taken', async () => {
    const { mails } = await start({}, { data: [451] });
    const id = await world.invite();
    await worker?.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'retrying',
      attempt: 1,
      last_error: 'the mail server answered 451 to DATA',
      next_attempt_at: new Date(clock.now() + 60_000),
    });
    await clock.advance(59_999);
    await worker?.runDue();
    expect(mails).toEqual([]);
    await clock.advance(1);
    await worker?.runDue();
    expect(mails).toHaveLength(1);
    expect(await world.row(id)).toMatchObject({ status: 'sent', attempt: 2 });
  });

  test('a recipient that the server will never take fails at once', async () => {
    await start({}, { recipient: 550 });
    const id = await world.invite();
    await worker?.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'failed',
      last_error: 'the mail server answered 550 to RCPT TO',
    });
  });

  test('a refused login is a wrong setting, not a wrong message: it is tried again, and reported without the password', async () => {
    const opened = await openMailbox({
      authOptional: false,
      onAuth: (_auth, _session, callback) => callback(new Error('no')),
    });
    mailbox = opened;
    world.configure({ SMTP_URL: opened.url.replace('//', '//me:hunter2@') });
    worker = startNoticeWorker(context);
    const id = await world.invite();
    await worker.runDue();
    const row = await world.row(id);
    expect(row.status).toBe('retrying');
    expect(row.last_error).toMatch(/the mail server (answered 5\d\d|could not be used)/);
    expect(row.last_error).not.toContain('hunter2');
  });

  test('a refused connection is tried again', async () => {
    const opened = await start();
    await opened.close();
    mailbox = null;
    const id = await world.invite();
    await worker?.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'retrying',
      last_error: 'the mail server could not be used (ECONNREFUSED)',
    });
  });

  test('a server that never greets is given up at the deadline, and its connection is closed', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    world.configure({ SMTP_URL: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}` });
    worker = startNoticeWorker(context);
    const id = await world.invite();
    const connected = once(server, 'connection') as Promise<[net.Socket]>;
    const done = worker.runDue();
    const [socket] = await connected;
    const closed = once(socket, 'close');
    socket.on('error', () => {}).resume();
    await clock.advance(EMAIL_DEADLINE_MS);
    await done;
    await closed;
    await worker.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'retrying',
      last_error: 'no answer within 30 seconds',
    });
    server.close();
  });

  test('a link that ran out while it waited is not sent', async () => {
    const { mails } = await start({}, { data: [451] });
    const id = await world.invite({ expires_at: new Date(clock.now() + 90_000) });
    await worker?.runDue();
    await worker?.stop();
    await clock.advance(100_000);
    worker = startNoticeWorker(context);
    await worker.runDue();
    expect(await world.row(id)).toMatchObject({
      status: 'failed',
      last_error: 'expired before it could be sent',
    });
    expect(mails).toEqual([]);
  });

  test('one withdrawn before its retry is never sent', async () => {
    const { mails } = await start({}, { data: [451] });
    const id = await world.invite();
    await worker?.runDue();
    await withdrawNotices(context.pool, 'invitation:77');
    await clock.advance(60_000);
    await worker?.runDue();
    expect(mails).toEqual([]);
    expect((await world.row(id)).status).toBe('withdrawn');
  });

  test('what was held goes out once a server is set, where its link still lives', async () => {
    world.configure({});
    worker = startNoticeWorker(context);
    const lives = await world.invite({ expires_at: new Date(clock.now() + 3_600_000) });
    const dead = await world.invite({ expires_at: new Date(clock.now() + 1_000) });
    await worker.runDue();
    await worker.stop();
    await clock.advance(60_000);
    const { mails } = await start();
    await worker.runDue();
    expect(mails).toHaveLength(1);
    expect([(await world.row(lives)).status, (await world.row(dead)).status]).toEqual(['sent', 'held']);
  });

  test('two workers send each notice once', async () => {
    const { mails } = await start();
    const second = startNoticeWorker(context);
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => world.invite({ to: `p${index}@acme.example` })),
    );
    await Promise.all([worker?.runDue(), second.runDue()]);
    await Promise.all([worker?.runDue(), second.runDue()]);
    await second.stop();
    expect(mails.flatMap(({ to }) => to).sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `p${index}@acme.example`).sort(),
    );
  });
});

describe('over TLS', () => {
  const { key, cert } = selfSigned('localhost');

  test('from the first byte on, with a certificate that is trusted', async () => {
    const opened = await openMailbox({ secure: true, key, cert });
    mailbox = opened;
    const url = opened.url.replace('127.0.0.1', 'localhost');
    worker = startNoticeWorker(context, { email: createEmailProvider(context, settings(url), { ca: cert }) });
    const id = await world.invite();
    await worker.runDue();
    expect((await world.row(id)).status).toBe('sent');
  });

  test('by STARTTLS where it is required', async () => {
    const opened = await openMailbox({ key, cert });
    mailbox = opened;
    const url = `${opened.url.replace('127.0.0.1', 'localhost')}?tls=required`;
    worker = startNoticeWorker(context, { email: createEmailProvider(context, settings(url), { ca: cert }) });
    const id = await world.invite();
    await worker.runDue();
    expect((await world.row(id)).status).toBe('sent');
  });

  test('nothing is sent where the certificate is not trusted, or STARTTLS is required and not offered', async () => {
    const untrusted = await openMailbox({ secure: true, key, cert });
    worker = startNoticeWorker(context, { email: createEmailProvider(context, settings(untrusted.url)) });
    const id = await world.invite();
    await worker.runDue();
    expect((await world.row(id)).status).toBe('retrying');
    await worker.stop();
    await untrusted.close();
    const plain = await openMailbox();
    mailbox = plain;
    worker = startNoticeWorker(context, {
      email: createEmailProvider(context, settings(`${plain.url}?tls=required`)),
    });
    const other = await world.invite();
    await worker.runDue();
    expect((await world.row(other)).status).toBe('retrying');
    expect([...untrusted.mails, ...plain.mails]).toEqual([]);
  });
});
