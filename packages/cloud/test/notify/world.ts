import { randomBytes, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPrisma } from '@door-access/cloud/database/prisma';
import { TestClock } from '@door-access/protocol';
import { afterAll } from '@jest/globals';
import { pino } from 'pino';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { testDatabase } from '../../../../test/setup/database.js';
import { readConfig } from '../../src/config.js';
import { type Context, transaction } from '../../src/context.js';
import { enqueueNotice, type NewNotice } from '../../src/notify/enqueue.js';
import { Nudge } from '../../src/nudge.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { INVITATION } from './samples.js';

export interface World {
  context: Context;
  clock: TestClock;
  accountId: number;
  configure(settings: Record<string, string>): void;
  invite(change?: Partial<NewNotice>): Promise<string>;
  row(id: string): Promise<Record<string, unknown>>;
}

/** What the outbox runs in: a real database, and a clock that tests move. */
export async function noticeWorld(): Promise<World> {
  const { pool } = await testDatabase();
  const clock = new TestClock();
  const prisma = createPrisma(pool);
  afterAll(() => prisma.$disconnect());
  const context = {
    config: readConfig({}),
    clock,
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    log: pino({ level: 'silent' }),
    pool,
    prisma,
    secrets: new SecretBox(randomBytes(32)),
    nudge: new Nudge(),
  } as unknown as Context;
  const { rows } = await pool.query("insert into account (name) values ('Acme') returning id");
  const accountId: number = rows[0].id;
  return {
    context,
    clock,
    accountId,
    configure(settings) {
      context.config = readConfig(settings);
    },
    invite: (change = {}) =>
      transaction(pool, (client) =>
        enqueueNotice(client, context, {
          account_id: accountId,
          channel: 'email',
          to: change.channel === 'sms' ? '+358401234567' : 'anna@acme.example',
          language: 'en',
          subject: 'invitation:77',
          kind: 'invitation',
          data: INVITATION,
          ...change,
        }),
      ),
    async row(id) {
      const found = await pool.query(
        'select status, attempt, last_error, next_attempt_at, sent_at, lease_until from notice where id = $1',
        [id],
      );
      return found.rows[0];
    },
  };
}

export interface Mailbox {
  url: string;
  mails: { to: string[]; from: string; source: string }[];
  close(): Promise<void>;
}

/** A mail server that takes what `answers` allows: for each mail the code to answer with at its end, else 250. */
export async function openMailbox(
  options: SMTPServerOptions = {},
  answers: { recipient?: number; data?: number[] } = {},
): Promise<Mailbox> {
  const mails: Mailbox['mails'] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.cert ? [] : ['STARTTLS'],
    logger: false,
    disableReverseLookup: true,
    onRcptTo(_address, _session, callback) {
      callback(answers.recipient ? refusal(answers.recipient) : undefined);
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = answers.data?.shift() ?? 250;
        if (code !== 250) return callback(refusal(code));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        callback(null, 'taken');
      });
    },
    ...options,
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `${options.secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('not today, Bcc: secret@example.com'), { responseCode });
}

export interface SmsProvider {
  origin: string;
  requests: { url: string; headers: http.IncomingHttpHeaders; body: string }[];
  /** Statuses to answer with, in turn; 0 hangs. Then 201. */
  answers: number[];
  /** Resolves when that many requests have come in all. */
  heard(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openSmsProvider(): Promise<SmsProvider> {
  const requests: SmsProvider['requests'] = [];
  const answers: number[] = [];
  let waiting: { count: number; resolve: () => void }[] = [];
  const server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      requests.push({ url: request.url ?? '', headers: request.headers, body });
      const status = answers.shift() ?? 201;
      if (status !== 0) response.writeHead(status, { 'content-type': 'application/json' }).end('{"ok":true}');
      for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
      waiting = waiting.filter(({ count }) => requests.length < count);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    heard: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
