import { setMaxListeners } from 'node:events';
import type { Context } from '../context.js';
import { createEmailProvider } from './email.js';
import { EXPIRED, judgeSending, type SendResult } from './ladder.rules.js';
import type { Provider } from './provider.js';
import { parseSmsUrl, parseSmtpUrl } from './provider-urls.rules.js';
import {
  type ClaimedNotice,
  claimNotices,
  type FinishedNotice,
  forgetNotices,
  holdNotices,
  nextNoticeAt,
  recordNotices,
  releaseHeld,
  releaseNotices,
} from './queue.js';
import { openNotice } from './sealed.js';
import { createSmsProvider } from './sms.js';
import { NOTICE_CHANNELS, type NoticeChannel, renderNotice } from './templates.rules.js';

export interface NoticeWorker {
  /** Takes no more, gives tries under way a short while to end, and hands back those that do not. */
  stop(): Promise<void>;
  /** Looks now; resolves when nothing is under way and, at the last look, nothing was due. */
  runDue(): Promise<void>;
}

export type Providers = Partial<Record<NoticeChannel, Provider>>;

/** Tries under way at once in this process, for each channel, so that neither waits for the other. */
const SLOTS = 10;
/** Twice the longest deadline: past it the worker that took the notice is gone. */
const LEASE_MS = 60_000;
/** Nudges of other processes are not heard. */
const LONGEST_SLEEP_MS = 1_000;
const AFTER_ERROR_MS = 1_000;
const STOP_GRACE_MS = 3_000;
const FORGET_EVERY_MS = 3_600_000;
/** A setup link lives 7 days; a month leaves people time to look back. */
export const KEPT_FOR_MS = 30 * 86_400_000;

/** Sends what the outbox holds until it is stopped. Any number of processes may run one. */
export function startNoticeWorker(
  context: Context,
  providers: Providers = providersOf(context),
): NoticeWorker {
  const loop = new NoticeLoop(context, providers);
  const ended = loop.run();
  return {
    stop: () => loop.stop(ended),
    runDue() {
      loop.wake();
      return loop.idle();
    },
  };
}

/** Those that the settings name (SMTP_URL and SMS_URL); readConfig has refused what does not parse. */
export function providersOf(context: Pick<Context, 'clock' | 'config'>): Providers {
  const { SMTP_URL, SMS_URL } = context.config;
  const smtp = SMTP_URL === null ? undefined : parseSmtpUrl(SMTP_URL).settings;
  const sms = SMS_URL === null ? undefined : parseSmsUrl(SMS_URL).settings;
  return {
    ...(smtp ? { email: createEmailProvider(context, smtp) } : {}),
    ...(sms ? { sms: createSmsProvider(context, sms) } : {}),
  };
}

class NoticeLoop {
  readonly #context: Context;
  readonly #providers: Providers;
  readonly #underWay: Record<NoticeChannel, number> = { email: 0, sms: 0 };
  readonly #giveUp = new AbortController();
  #finished: FinishedNotice[] = [];
  #unsent: ClaimedNotice[] = [];
  #released = false;
  #called = true;
  #stopping = false;
  #ended = false;
  #sleep: AbortController | null = null;
  #lastForgot = Number.NEGATIVE_INFINITY;
  #waiters: (() => void)[] = [];
  #onSettle: (() => void) | null = null;
  readonly #onNudge = () => this.wake();

  constructor(context: Context, providers: Providers) {
    this.#context = context;
    this.#providers = providers;
    // One for each try under way.
    setMaxListeners(2 * SLOTS, this.#giveUp.signal);
    context.nudge.on('notice', this.#onNudge);
  }

  wake(): void {
    this.#called = true;
    this.#sleep?.abort();
  }

  /** Resolves at the next look that finds nothing under way. */
  async idle(): Promise<void> {
    if (this.#ended) return;
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }

  async run(): Promise<void> {
    const { log, pool, clock } = this.#context;
    while (!this.#stopping) {
      this.#called = false;
      try {
        await this.#record();
        await this.#prepare();
        await this.#take();
        if (this.#called) continue;
        const now = clock.now();
        const next = await nextNoticeAt(pool, new Date(now));
        await this.#rest(Math.min(next === null ? Number.POSITIVE_INFINITY : next - now, LONGEST_SLEEP_MS));
      } catch (error) {
        log.error({ err: error }, 'notices: the database failed; trying again');
        this.#called = false;
        await this.#rest(AFTER_ERROR_MS);
      }
    }
  }

  async stop(ended: Promise<void>): Promise<void> {
    if (this.#stopping) return;
    const { clock, log, nudge } = this.#context;
    this.#stopping = true;
    nudge.off('notice', this.#onNudge);
    this.wake();
    await ended;
    const grace = new AbortController();
    await Promise.race([this.#settled(), clock.sleep(STOP_GRACE_MS, grace.signal).catch(() => {})]);
    grace.abort();
    this.#giveUp.abort();
    await this.#settled();
    await Promise.all(Object.values(this.#providers).map((provider) => provider.close()));
    try {
      await this.#record();
    } catch (error) {
      log.error({ err: error }, 'notices: outcomes could not be written; their leases run out');
    }
    this.#ended = true;
    this.#letGo();
  }

  /** Holds what no provider sends; at the first look lets out what was held. */
  async #prepare(): Promise<void> {
    const { clock, pool } = this.#context;
    const served = NOTICE_CHANNELS.filter((channel) => this.#providers[channel]);
    await holdNotices(
      pool,
      NOTICE_CHANNELS.filter((channel) => !served.includes(channel)),
    );
    if (!this.#released) await releaseHeld(pool, served, new Date(clock.now()));
    this.#released = true;
    if (clock.monotonic() - this.#lastForgot < FORGET_EVERY_MS) return;
    await forgetNotices(pool, new Date(clock.now() - KEPT_FOR_MS));
    this.#lastForgot = clock.monotonic();
  }

  async #take(): Promise<void> {
    const { clock, pool } = this.#context;
    for (const channel of NOTICE_CHANNELS) {
      const provider = this.#providers[channel];
      const limit = SLOTS - this.#underWay[channel];
      if (!provider || limit <= 0) continue;
      const now = clock.now();
      const claimed = await claimNotices(pool, {
        now: new Date(now),
        leaseUntil: new Date(now + LEASE_MS),
        channel,
        limit,
      });
      this.#underWay[channel] += claimed.length;
      for (const notice of claimed) void this.#attempt(provider, notice);
    }
  }

  /** Never rejects. */
  async #attempt(provider: Provider, notice: ClaimedNotice): Promise<void> {
    const { clock, log } = this.#context;
    const expires_at = notice.expires_at?.getTime() ?? null;
    let result: SendResult;
    try {
      result =
        expires_at !== null && expires_at <= clock.now() ? EXPIRED : await this.#send(provider, notice);
    } catch (error) {
      log.error({ err: error, notice_id: notice.id }, 'a notice could not be prepared');
      result = { ok: false, error: 'could not be prepared', final: false };
    }
    this.#underWay[notice.channel] -= 1;
    if (!result.ok && this.#giveUp.signal.aborted) {
      this.#unsent.push(notice);
    } else {
      const verdict = judgeSending({ attempt: notice.attempt, expires_at }, result, clock.now());
      this.#finished.push({ notice, verdict });
      if (verdict.status === 'failed')
        log.warn(
          { notice_id: notice.id, kind: notice.kind, error: verdict.last_error },
          'a notice was not sent',
        );
    }
    this.wake();
    this.#onSettle?.();
  }

  #send(provider: Provider, notice: ClaimedNotice): Promise<SendResult> {
    const { config, secrets } = this.#context;
    const content = openNotice(secrets, notice);
    const rendered = renderNotice(content, notice.language, notice.created_at.getTime(), config.SERVICE_NAME);
    const { organisation } = content.data;
    return provider.send(
      { id: notice.id, to: notice.recipient, organisation, rendered },
      this.#giveUp.signal,
    );
  }

  /** Writes all that has ended since the last time; what cannot be written is kept and tried again. */
  async #record(): Promise<void> {
    const { pool } = this.#context;
    const finished = [...this.#finished];
    const unsent = [...this.#unsent];
    await recordNotices(pool, finished);
    this.#finished = this.#finished.slice(finished.length);
    await releaseNotices(pool, unsent);
    this.#unsent = this.#unsent.slice(unsent.length);
  }

  async #settled(): Promise<void> {
    while (this.#busy()) {
      await new Promise<void>((resolve) => {
        this.#onSettle = resolve;
      });
    }
  }

  async #rest(milliseconds: number): Promise<void> {
    if (this.#called || this.#stopping) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    if (!this.#busy()) this.#letGo();
    await this.#context.clock.sleep(milliseconds, sleep.signal).catch(() => {});
    this.#sleep = null;
  }

  #busy(): boolean {
    return this.#underWay.email + this.#underWay.sms > 0;
  }

  #letGo(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }
}
