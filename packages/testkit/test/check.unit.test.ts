import { createRequire } from 'node:module';
import { deduplicationKey, verifyWebhook, type WebhookEnvelope } from '@door-access/client';
import { checkReceiver, type Delivery, type Effects, type Report } from '@door-access/testkit';
import { describe, expect, test } from '@jest/globals';

const { Webhook } = createRequire(import.meta.url)('standardwebhooks') as {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): WebhookEnvelope };
};

/* Receivers with one fault each: the suite names it. */

type Fault =
  | 'checks no signature'
  | 'verifies a body written anew'
  | 'reads only the first signature'
  | 'believes any time'
  | 'does not deduplicate'
  | 'forgets deliveries that are under way'
  | 'deduplicates by the id of the envelope'
  | 'deduplicates by door and time'
  | 'trusts the sequence of arrival'
  | 'opens on a stale grant'
  | 'answers before it stores'
  | 'works longer than the deadline'
  | 'refuses unknown types'
  | 'refuses unknown fields'
  | 'takes small bodies only'
  | 'redirects'
  | 'breaks on malformed bodies';

const SECRET = 'whsec_of_the_tests';
const FIELDS = ['id', 'type', 'created_at', 'data'];

type Verify = (headers: Record<string, string>, body: string) => WebhookEnvelope;

/** A right receiver, but for its fault. What is not in `disk` is lost in a crash. */
class Receiver {
  readonly #fault: Fault | null;
  readonly #disk = {
    keys: new Set<string>(),
    waiting: new Map<string, WebhookEnvelope>(),
    handled: [] as string[],
    opened: [] as string[],
    doors: new Map<number, { at: string; is: 'open' | 'closed' }>(),
  };
  #boot = 0;
  /** Signatures are checked by threads, in whatever time. */
  #verifying = 0;

  readonly #verify: Verify | undefined;

  constructor(fault: Fault | null, verify?: Verify) {
    this.#fault = fault;
    this.#verify = verify;
  }

  readonly deliver = async ({ headers, body }: Delivery, signal: AbortSignal) => {
    if (this.#is('redirects')) return { status: 302 };
    if (this.#is('takes small bodies only') && body.length > 100_000) return { status: 413 };
    this.#verifying++;
    const envelope = await this.#verified(headers, body).finally(() => this.#verifying--);
    if (!envelope) return { status: 400 };
    if (this.#is('refuses unknown types') && envelope.type === 'door.polished') return { status: 422 };
    if (this.#is('refuses unknown fields') && !Object.keys(envelope).every((name) => FIELDS.includes(name)))
      return { status: 422 };
    if (this.#is('works longer than the deadline'))
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    await this.#take(envelope);
    return { status: 204 };
  };

  readonly crash = async () => {
    this.#boot += 1;
    for (const key of [...this.#disk.waiting.keys()]) this.#act(key);
  };

  readonly effects = async (): Promise<Effects> => {
    const { handled, opened, doors } = this.#disk;
    return {
      handled: [...handled],
      opened: [...opened],
      doors: Object.fromEntries([...doors].map(([id, { is }]) => [id, is])),
    };
  };

  #is(fault: Fault): boolean {
    return this.#fault === fault;
  }

  async #verified(headers: Delivery['headers'], body: Buffer): Promise<WebhookEnvelope | null> {
    if (this.#is('breaks on malformed bodies')) JSON.parse(body.toString());
    const signature = headers['X-Service-Signature'] ?? '';
    try {
      if (this.#verify) return this.#verify({ ...headers }, body.toString());
      if (this.#is('checks no signature')) return JSON.parse(body.toString());
      return await verifyWebhook({
        secret: SECRET,
        rawBody: this.#is('verifies a body written anew')
          ? JSON.stringify(JSON.parse(body.toString()))
          : body,
        signature: this.#is('reads only the first signature')
          ? signature.split(',').slice(0, 2).join(',')
          : signature,
        now: Date.now(),
        ...(this.#is('believes any time') ? { toleranceSeconds: 1e9 } : {}),
      });
    } catch {
      return null;
    }
  }

  async #take(envelope: WebhookEnvelope): Promise<void> {
    const { keys, waiting } = this.#disk;
    const boot = this.#boot;
    const key = this.#keyOf(envelope);
    if (keys.has(key)) return;
    if (this.#is('forgets deliveries that are under way'))
      do await turn();
      while (this.#verifying > 0);
    const store = () => {
      if (boot !== this.#boot) return;
      keys.add(key);
      waiting.set(key, envelope);
      setImmediate(() => boot === this.#boot && this.#act(key, envelope));
    };
    if (this.#is('answers before it stores')) setImmediate(store);
    else store();
  }

  #keyOf(envelope: WebhookEnvelope): string {
    const { id, type, data } = envelope;
    if (this.#is('does not deduplicate')) return `${this.#disk.keys.size}`;
    if (this.#is('deduplicates by the id of the envelope')) return id;
    if (this.#is('deduplicates by door and time'))
      return `${type} ${JSON.stringify(data.lock)} ${data.occurred_at}`;
    return deduplicationKey(envelope);
  }

  #act(key: string, given?: WebhookEnvelope): void {
    const { waiting, handled, opened, doors } = this.#disk;
    // Those under way have each their own act.
    const envelope = waiting.get(key) ?? (this.#is('forgets deliveries that are under way') ? given : null);
    if (!envelope) return;
    waiting.delete(key);
    const { id, type, data } = envelope as WebhookEnvelope & {
      data: { occurred_at: string; lock: { id: number } };
    };
    handled.push(id);
    const isFresh = Date.now() - Date.parse(data.occurred_at) < 60_000;
    if (type === 'access.granted' && (isFresh || this.#is('opens on a stale grant'))) opened.push(id);
    const is = { 'door.opened': 'open' as const, 'door.closed': 'closed' as const }[type];
    if (is === undefined) return;
    const state = doors.get(data.lock.id);
    if (!state || state.at <= data.occurred_at || this.#is('trusts the sequence of arrival'))
      doors.set(data.lock.id, { at: data.occurred_at, is });
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const check = (receiver: Receiver, more: object = {}): Promise<Report> =>
  checkReceiver({
    deliver: receiver.deliver,
    effects: receiver.effects,
    crash: receiver.crash,
    secret: SECRET,
    deadlineMs: 200,
    settleMs: 40,
    ...more,
  });
const failed = ({ cases }: Report) =>
  cases.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);

test('a right receiver passes every case', async () => {
  expect(await check(new Receiver(null))).toMatchObject({ ok: true, passed: 20, failed: 0, skipped: 0 });
});

describe('a receiver that', () => {
  test.each<[Fault, string[]]>([
    [
      'checks no signature',
      [
        'refuses-unsigned',
        'refuses-wrong-signature',
        'refuses-changed-body',
        'refuses-old-timestamp',
        'refuses-future-timestamp',
      ],
    ],
    ['verifies a body written anew', ['verifies-raw-body']],
    ['reads only the first signature', ['accepts-each-signature']],
    ['believes any time', ['refuses-old-timestamp', 'refuses-future-timestamp']],
    ['does not deduplicate', ['acts-once-on-retry', 'acts-once-at-once', 'acts-once-on-redelivery']],
    ['forgets deliveries that are under way', ['acts-once-at-once']],
    ['deduplicates by the id of the envelope', ['acts-once-on-redelivery']],
    ['deduplicates by door and time', ['keeps-events-apart']],
    ['trusts the sequence of arrival', ['ignores-sequence']],
    ['opens on a stale grant', ['stale-grant-opens-nothing']],
    ['answers before it stores', ['keeps-before-it-answers']],
    ['refuses unknown types', ['accepts-unknown-types']],
    ['refuses unknown fields', ['accepts-unknown-fields']],
    ['takes small bodies only', ['accepts-large-bodies']],
    ['breaks on malformed bodies', ['survives-malformed-bodies']],
  ])('%s fails %j', async (fault, cases) => {
    expect(failed(await check(new Receiver(fault)))).toEqual(cases);
  });
  test.each<[Fault, string]>([
    ['works longer than the deadline', 'it did not answer within 0.2 s, not 2xx'],
    ['redirects', 'it answered 302, not 2xx'],
  ])('%s fails, among others, answers-in-time: %s', async (fault, found) => {
    const { cases } = await check(new Receiver(fault));
    expect(cases.find(({ name }) => name === 'answers-in-time')).toMatchObject({ outcome: 'failed', found });
  });
});

test('a right receiver of Standard Webhooks passes every case, by their library', async () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const webhook = new Webhook(secret);
  const receiver = new Receiver(null, (headers, body) => webhook.verify(body, headers));
  const report = await check(receiver, { secret, format: 'standard' });
  expect(failed(report)).toEqual([]);
  expect(report).toMatchObject({ passed: 20, skipped: 0 });
});

test('without a way to see effects, what needs it is skipped, with what to do', async () => {
  const report = await check(new Receiver('does not deduplicate'), { effects: undefined, crash: undefined });
  expect(report).toMatchObject({ ok: true, failed: 0, skipped: 7 });
  expect(report.cases.find(({ name }) => name === 'acts-once-on-retry')).toEqual({
    name: 'acts-once-on-retry',
    title: 'a delivery that comes a second time has one effect',
    outcome: 'skipped',
    found: 'what it does cannot be seen from its answers',
    next: 'Give --effects URL (or `effects`): an address where it says what it has done, for tests only.',
  });
});

test('effects that say nothing of openings or doors skip only their cases', async () => {
  const receiver = new Receiver(null);
  const effects = async () => ({ handled: (await receiver.effects()).handled });
  const { cases } = await check(receiver, { effects });
  expect(cases.filter(({ outcome }) => outcome !== 'passed').map(({ name, found }) => [name, found])).toEqual(
    [
      ['ignores-sequence', 'its effects have no `doors`'],
      ['stale-grant-opens-nothing', 'its effects have no `opened`'],
    ],
  );
});

test('effects of another shape fail, and name the field', async () => {
  const { cases } = await check(new Receiver(null), { effects: async () => ({ count: 1 }) });
  expect(cases[0]).toMatchObject({
    outcome: 'failed',
    found: 'its effects have no `handled`, a list of the ids of envelopes',
  });
});
