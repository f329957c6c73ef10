import {
  type Attempt,
  type AttemptOutcome,
  type Sender,
  SenderClosedError,
} from '../../packages/cloud/src/deliveries/send.js';
import type { Random } from './random.js';
import type { ProcessClock, Scheduler } from './scheduler.js';

export type Mood = 'well' | 'error' | 'hangs' | 'slow' | 'refuses' | 'forgetful' | 'redirects';

/** One attempt as the subscriber's endpoint saw it. */
export interface Received {
  began: number;
  ended: number;
  url: string;
  delivery: string;
  type: string;
  payload: unknown;
  created_at: number;
  /** The endpoint took it (2xx), whether or not its answer came through. */
  taken: boolean;
  ok: boolean;
}

const DEADLINE_MS = 10_000;

/** Subscribers' endpoints, each in its mood. */
export class Receivers {
  readonly received: Received[] = [];
  readonly moods = new Map<string, Mood>();
  readonly #scheduler: Scheduler;
  readonly #random: Random;

  constructor(scheduler: Scheduler, random: Random) {
    this.#scheduler = scheduler;
    this.#random = random;
  }

  senderFor(clock: ProcessClock): Sender {
    let closed = false;
    return {
      send: (attempt) => {
        if (closed) throw new SenderClosedError();
        return clock.guard(this.#attempt(attempt));
      },
      close: async () => {
        closed = true;
      },
    };
  }

  #attempt(attempt: Attempt): Promise<AttemptOutcome> {
    const began = this.#scheduler.now;
    const mood = this.moods.get(attempt.url) ?? 'well';
    const quick = this.#random.int(5, 200);
    const plans: Record<Mood, [after: number, taken: boolean, status: number | null]> = {
      well: [quick, true, 204],
      error: [quick, false, 500],
      hangs: [DEADLINE_MS, false, null],
      slow: [this.#random.int(2_000, DEADLINE_MS - 1), true, 200],
      refuses: [2, false, null],
      // It takes the event, but its answer comes too late.
      forgetful: [DEADLINE_MS, true, null],
      redirects: [quick, false, 302],
    };
    const [after, taken, status] = plans[mood];
    const ok = status !== null && status < 300;
    return new Promise((resolve) =>
      this.#scheduler.after(after, () => {
        const { url, id, type, payload, created_at } = attempt;
        const ended = this.#scheduler.now;
        this.received.push({
          began,
          ended,
          url,
          delivery: id,
          type,
          payload,
          created_at: created_at.getTime(),
          taken,
          ok,
        });
        resolve({ ok, response_status: status, error: ok ? null : `the endpoint ${mood}` });
      }),
    );
  }
}
