// A caller who asks for an unlock four times a second, and notes when there is none and how long each answer takes.
import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 250;
/** Longer than an answer may take, so that a late one is seen as what it is. */
const PATIENCE_MS = 10_000;

export class Prober {
  /** `{ at, ms, ok, what }` of every unlock, in the order in which they were asked for. */
  asked = [];
  #ask;
  #running = true;
  #open = new Set();

  /** @param ask sends an unlock; resolves with its status and its error's code */
  constructor(ask) {
    this.#ask = ask;
  }

  async start() {
    while (this.#running) {
      const one = { at: performance.now(), ms: null, ok: false, what: null };
      this.asked.push(one);
      const asking = this.#ask(AbortSignal.timeout(PATIENCE_MS))
        .then(({ status, code }) => {
          one.ok = status === 202;
          one.what = `${status} ${code}`;
        })
        .catch((error) => {
          one.what = error.cause?.code ?? error.name;
        })
        .finally(() => {
          one.ms = performance.now() - one.at;
          this.#open.delete(asking);
        });
      this.#open.add(asking);
      await sleep(EVERY_MS);
    }
  }

  async stop() {
    this.#running = false;
    await Promise.all(this.#open);
  }

  /** Whether an unlock that was asked for after this moment was taken. */
  hasWorkedSince(moment) {
    return this.asked.some(({ at, ok }) => ok && at >= moment);
  }

  /** Milliseconds from the first unlock that was not taken to the first that was again, of each time there was none. */
  outages(since = 0) {
    const outages = [];
    let began = null;
    for (const { at, ms, ok } of this.asked) {
      if (at < since || ms === null) continue;
      if (!ok) began ??= at;
      else if (began !== null) {
        outages.push(at + ms - began);
        began = null;
      }
    }
    if (began !== null) outages.push(performance.now() - began);
    return outages;
  }
}

/** What a prober asks: an unlock of any of these doors, which counts among those of the callers. */
export function unlockWith({ baseUrl, token, locks, callers, random }) {
  return async (signal) => {
    const answer = await fetch(`${baseUrl}/locks/${random.pick(locks)}/unlock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal,
    });
    const body = await answer.json();
    if (answer.status === 202) callers.accepted.add(body.id);
    return { status: answer.status, code: body.error?.code ?? 'unlock' };
  };
}
