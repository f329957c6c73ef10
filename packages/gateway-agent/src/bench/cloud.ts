import type { Clock } from '@door-access/protocol';

/** Where the cloud's REST interface is (base url up to `/v1`), and a key for it. It never reaches the page. */
export interface CloudAccess {
  readonly url: string;
  readonly token: string;
}

/** What the cloud says of the doors: locks as they are, events newest first. */
export interface CloudView {
  readonly reachable: boolean;
  readonly error: string | null;
  readonly locks: readonly Record<string, unknown>[];
  readonly events: readonly Record<string, unknown>[];
}

export interface UnlockOutcome {
  readonly ok: boolean;
  /** For people. */
  readonly message: string;
  readonly milliseconds: number;
}

const QUIET_POLL_MS = 2000;
const SHORTEST_POLL_MS = 1000;
const TIMEOUT_MS = 8000;
const EVENTS = 25;

/** Polls the cloud for the state of the doors, only while a page is open. */
export class CloudPanel {
  readonly #access: CloudAccess;
  readonly #clock: Clock;
  readonly #onView: (view: CloudView) => void;
  #looking: AbortController | null = null;
  #early = new AbortController();
  #view: CloudView = { reachable: false, error: null, locks: [], events: [] };

  constructor(access: CloudAccess, clock: Clock, onView: (view: CloudView) => void) {
    this.#access = access;
    this.#clock = clock;
    this.#onView = onView;
  }

  get view(): CloudView {
    return this.#view;
  }

  /** Starts or ends polling. */
  look(yes: boolean): void {
    if (yes === (this.#looking !== null)) return;
    this.#looking?.abort(new Error('no page is open'));
    this.#early.abort();
    this.#looking = yes ? new AbortController() : null;
    if (this.#looking) void this.#poll(this.#looking.signal);
  }

  /** The cloud has news: polls now, but at most once a second. */
  nudge(): void {
    this.#early.abort();
  }

  /** Opens a door as a client of the interface would, and waits for how it ended. */
  async unlock(lockId: number): Promise<UnlockOutcome> {
    const started = this.#clock.monotonic();
    const outcome = (ok: boolean, message: string) => ({
      ok,
      message,
      milliseconds: Math.round(this.#clock.monotonic() - started),
    });
    try {
      let command = await this.#request(`/locks/${lockId}/unlock`, 'POST');
      if (command.status === 'pending' || command.status === 'sent') {
        command = await this.#request(`/locks/${lockId}/commands/${command.id}?wait=5`);
      }
      if (command.status === 'confirmed') return outcome(true, 'confirmed by the gateway');
      if (command.status === 'failed') return outcome(false, `failed: ${command.reason}`);
      return outcome(false, `still ${command.status}: the gateway has not answered yet`);
    } catch (error) {
      return outcome(false, (error as Error).message);
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#early = new AbortController();
      this.#view = await this.#ask();
      this.#onView(this.#view);
      await this.#clock.sleep(SHORTEST_POLL_MS, signal).catch(() => undefined);
      await this.#clock.sleep(QUIET_POLL_MS - SHORTEST_POLL_MS, this.#early.signal).catch(() => undefined);
    }
  }

  async #ask(): Promise<CloudView> {
    try {
      const [locks, access, door] = await Promise.all([
        this.#request('/locks'),
        this.#request(`/events?limit=${EVENTS}`),
        this.#request(`/door_events?limit=${EVENTS}`),
      ]);
      const events = [...access.data, ...door.data].sort((a, b) => compare(b, a)).slice(0, EVENTS);
      return { reachable: true, error: null, locks: locks.data, events };
    } catch (error) {
      return { ...this.#view, reachable: false, error: (error as Error).message };
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: an answer that is only displayed
  async #request(path: string, method = 'GET'): Promise<any> {
    const response = await fetch(`${this.#access.url.replace(/\/$/, '')}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#access.token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error) => {
      throw new Error(
        `the cloud does not answer (${(error as { cause?: Error }).cause?.message ?? (error as Error).message})`,
      );
    });
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const body: any = await response.json().catch(() => ({}));
    if (!response.ok)
      throw new Error(
        `the cloud answers ${response.status}: ${body.error?.message ?? body.message ?? response.statusText}`,
      );
    return body;
  }
}

type Event = { occurred_at: string; id: number };
const compare = (a: Event, b: Event): number => a.occurred_at.localeCompare(b.occurred_at) || a.id - b.id;
