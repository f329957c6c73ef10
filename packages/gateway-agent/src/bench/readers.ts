import type { Clock } from '@door-access/protocol';
import { READERS_PATH, ReadersAnswer, type ReadersRequest } from '@door-access/protocol/bench';
import type { GatewayConfig } from '../config/config.js';
import { postJson, refusalOf } from '../tools/http.js';

/** The simulated readers, as the service reports them. */
export interface ReadersView {
  readonly error: string | null;
  readonly readers: ReadersAnswer['readers'];
  readonly keys: ReadersAnswer['keys'];
  /** There are more readers or keys than are listed. */
  readonly hasMore: boolean;
  /** The connection between the locking system and the service is cut. */
  readonly cut: boolean;
}

export interface ReaderOutcome {
  readonly ok: boolean;
  /** For people. */
  readonly message: string;
}

const POLL_MS = 2000;
const REASONS = {
  no_access: 'the key does not open this door',
  outside_time_window: 'the key is not valid at this time',
  unknown_key: 'the key is unknown',
} as const;

/** The readers of the built-in locking system, asked of the service with a simulated gateway's credential. */
export class ReadersPanel {
  readonly #gateway: GatewayConfig;
  readonly #clock: Clock;
  readonly #onView: (view: ReadersView) => void;
  #looking: AbortController | null = null;
  #view: ReadersView = { error: null, readers: [], keys: [], hasMore: false, cut: false };

  constructor(gateway: GatewayConfig, clock: Clock, onView: (view: ReadersView) => void) {
    this.#gateway = gateway;
    this.#clock = clock;
    this.#onView = onView;
  }

  get view(): ReadersView {
    return this.#view;
  }

  /** Starts or ends polling. */
  look(yes: boolean): void {
    if (yes === (this.#looking !== null)) return;
    this.#looking?.abort(new Error('no page is open'));
    this.#looking = yes ? new AbortController() : null;
    if (this.#looking) void this.#poll(this.#looking.signal);
  }

  /** Polls once, for the HTTP API. */
  async refresh(): Promise<ReadersView> {
    await this.act({ act: 'look' });
    return this.#view;
  }

  async act(wanted: ReadersRequest): Promise<ReaderOutcome> {
    const answer = await this.#ask(wanted);
    if (typeof answer === 'string') {
      if (wanted.act === 'look') this.#show({ ...this.#view, error: answer });
      return { ok: false, message: answer };
    }
    const { granted, reason, readers, keys, has_more: hasMore, cut } = answer;
    this.#show({ error: null, readers, keys, hasMore, cut });
    if (granted === null) return { ok: true, message: '' };
    return granted
      ? { ok: true, message: 'Granted: the door is open.' }
      : { ok: true, message: `Refused: ${reason === null ? 'no reason is given' : REASONS[reason]}.` };
  }

  #show(view: ReadersView): void {
    if (JSON.stringify(view) === JSON.stringify(this.#view)) return;
    this.#view = view;
    this.#onView(view);
  }

  async #poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act({ act: 'look' });
      await this.#clock.sleep(POLL_MS, signal).catch(() => undefined);
    }
  }

  /** The answer, or an error message. */
  async #ask(body: ReadersRequest): Promise<ReadersAnswer | string> {
    const { serviceUrl, gatewayId, secret, ca } = this.#gateway;
    if (!serviceUrl) return 'the configuration names no service_url';
    try {
      const answer = await postJson({
        url: new URL(READERS_PATH, serviceUrl),
        body,
        ca,
        auth: [gatewayId, secret],
      });
      if (answer.status !== 200) return refusalOf(answer);
      const read = ReadersAnswer.safeParse(answer.body);
      return read.success
        ? read.data
        : 'the service sent an unexpected answer: do both have the same version?';
    } catch (error) {
      return (error as Error).message;
    }
  }
}

/** The request of `/readers/{lock}/{act}` and its body, or an error message. */
export function readerAct(lock: string, act: string, body: Record<string, unknown>): ReadersRequest | string {
  const lock_id = Number(lock);
  if (!Number.isInteger(lock_id) || lock_id < 1) return 'no such reader';
  if (act === 'close') return { act: 'close', lock_id };
  if (act === 'leave-open') return { act: 'leave_open', lock_id };
  if (act !== 'present') return 'no such action';
  const { key_id = null } = body;
  if (key_id !== null && !(typeof key_id === 'number' && Number.isInteger(key_id) && key_id > 0))
    return 'key_id: expected the number of a key, or null for an unknown one';
  return { act: 'present', lock_id, key_id };
}
