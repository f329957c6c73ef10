import { setMaxListeners } from 'node:events';
import type { Context } from '../context.js';
import {
  type Finished,
  type LeasedQueue,
  type LeasedWork,
  type Look,
  startLeasedQueue,
} from '../queue/leased-queue.js';
import { createEmailProvider } from './channels/email.js';
import { createPostProvider } from './channels/post.js';
import { slackBody, teamsBody, webhookBody } from './channels/post-bodies.rules.js';
import type { Provider } from './channels/provider.js';
import { parseSmsUrl, parseSmtpUrl } from './channels/provider-urls.rules.js';
import { createSmsProvider } from './channels/sms.js';
import { EXPIRED, judgeSending, type SendResult } from './ladder.rules.js';
import { createPushProvider } from './push/push.js';
import { openNotice } from './sealed.js';
import {
  type ClaimedNotice,
  claimNotices,
  forgetNotices,
  handBackNotices,
  holdNotices,
  nextNoticeAt,
  recordNotices,
  releaseHeld,
} from './statements.js';
import { NOTICE_CHANNELS, type NoticeChannel, renderNotice } from './templates.rules.js';

export type NoticeWorker = LeasedQueue;

export type Providers = Partial<Record<NoticeChannel, Provider>>;

/** Tries under way at once in this process, for each channel, so that neither waits for the other. */
const SLOTS = 10;
/** Twice the longest deadline: past it the worker that took the notice is gone. */
const LEASE_MS = 60_000;
/** Nudges of other processes are not heard. */
const LONGEST_REST_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;
/** A setup link lives 7 days; a month leaves people time to look back. */
export const KEPT_FOR_MS = 30 * 86_400_000;

/** The result of an attempt that throws, for example because the content cannot be opened. */
const UNPREPARED: SendResult = { ok: false, error: 'could not be prepared', final: false };

/** Sends the notices of the outbox until it is stopped. Any number of processes may run one. */
export function startNoticeWorker(
  context: Context,
  providers: Providers = providersOf(context),
): NoticeWorker {
  return startLeasedQueue(context, new Notices(context, providers));
}

/** Those that the settings name (SMTP_URL and SMS_URL); readConfig has refused what does not parse. */
export function providersOf(context: Context): Providers {
  const { SMTP_URL, SMS_URL } = context.config;
  const smtp = SMTP_URL === null ? undefined : parseSmtpUrl(SMTP_URL).settings;
  const sms = SMS_URL === null ? undefined : parseSmsUrl(SMS_URL).settings;
  return {
    ...(smtp ? { email: createEmailProvider(context, smtp) } : {}),
    ...(sms ? { sms: createSmsProvider(context, sms) } : {}),
    webhook: createPostProvider(context, webhookBody),
    slack: createPostProvider(context, slackBody),
    teams: createPostProvider(context, teamsBody),
    browser: createPushProvider(context),
  };
}

class Notices implements LeasedWork<ClaimedNotice, SendResult> {
  readonly table = 'notice';
  readonly name = 'notices';
  readonly leaseMs = LEASE_MS;
  readonly longestRestMs = LONGEST_REST_MS;
  readonly unprepared = UNPREPARED;
  readonly #context: Context;
  readonly #providers: Providers;
  readonly #giveUp = new AbortController();
  #released = false;
  #lastForgot = Number.NEGATIVE_INFINITY;

  constructor(context: Context, providers: Providers) {
    this.#context = context;
    this.#providers = providers;
    // One for each try under way.
    setMaxListeners(NOTICE_CHANNELS.length * SLOTS, this.#giveUp.signal);
  }

  async claim({ now, leaseUntil, held }: Look<ClaimedNotice>) {
    await this.#holdUnserved(now);
    const room = NOTICE_CHANNELS.filter((channel) => this.#providers[channel])
      .map((channel) => ({
        channel,
        limit: SLOTS - [...held].filter((notice) => notice.channel === channel).length,
      }))
      .filter(({ limit }) => limit > 0);
    const { pool } = this.#context;
    return {
      rows: room.length === 0 ? [] : await claimNotices(pool, { now, leaseUntil, room }),
      more: false,
    };
  }

  /** Holds notices without a provider; its first run releases those that have one now. */
  async #holdUnserved(now: Date): Promise<void> {
    const { pool } = this.#context;
    const served = NOTICE_CHANNELS.filter((channel) => this.#providers[channel]);
    await holdNotices(
      pool,
      NOTICE_CHANNELS.filter((channel) => !served.includes(channel)),
    );
    if (!this.#released) await releaseHeld(pool, served, now);
    this.#released = true;
  }

  async attempt(notice: ClaimedNotice): Promise<SendResult | null> {
    const { clock, config, secrets } = this.#context;
    const provider = this.#providers[notice.channel];
    if (!provider) throw new Error(`no provider for ${notice.channel}`);
    if (notice.expires_at !== null && notice.expires_at.getTime() <= clock.now()) return EXPIRED;
    const content = openNotice(secrets, notice);
    const rendered = renderNotice(content, notice.language, notice.created_at.getTime(), config.SERVICE_NAME);
    const { organisation } = content.data;
    const result = await provider.send(
      { id: notice.id, to: notice.recipient, organisation, rendered, content },
      this.#giveUp.signal,
    );
    return !result.ok && this.#giveUp.signal.aborted ? null : result;
  }

  async record(finished: readonly Finished<ClaimedNotice, SendResult>[]): Promise<void> {
    const judged = finished.map(({ row: notice, outcome, at }) => {
      const expires_at = notice.expires_at?.getTime() ?? null;
      return { notice, verdict: judgeSending({ attempt: notice.attempt, expires_at }, outcome, at) };
    });
    await recordNotices(this.#context.pool, judged);
    for (const { notice, verdict } of judged) {
      if (verdict.status !== 'failed') continue;
      const { id: notice_id, kind } = notice;
      this.#context.log.warn({ notice_id, kind, error: verdict.last_error }, 'a notice was not sent');
    }
  }

  async tidy(): Promise<void> {
    const { clock, pool } = this.#context;
    if (clock.monotonic() - this.#lastForgot < FORGET_EVERY_MS) return;
    await forgetNotices(pool, new Date(clock.now() - KEPT_FOR_MS));
    this.#lastForgot = clock.monotonic();
  }

  nextAt(now: Date): Promise<number | null> {
    return nextNoticeAt(this.#context.pool, now);
  }

  handBack(notices: readonly ClaimedNotice[]): Promise<void> {
    return handBackNotices(this.#context.pool, notices);
  }

  async giveUp(): Promise<void> {
    this.#giveUp.abort();
    await Promise.all(Object.values(this.#providers).map((provider) => provider.close()));
  }
}
