// Callers of the interface: a steady stream of unlocks and some door modes, whatever the service's state.
import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 6_000;
const UNLOCK_EVERY_MS = 60;
const MODE_EVERY_MS = 1_500;
/** The end of a hold is a record of its own, and comes this late after the last call. */
export const LONGEST_HOLD_MS = 8_000;
/** An answer: the end of a hold is past by the clock of the service. */
export const PAST_END = '422 past end';
/** Of the accepted unlocks, followed to their end through the interface. */
const FOLLOWED = 0.2;

export class Callers {
  /** Commands that were answered with 202, and what the interface last said of those that were followed. */
  accepted = new Set();
  answered = new Map();
  /** How often each answer came: a status with its code, or the error of the connection. */
  answers = new Map();
  /** How far the clock of the service may be ahead: it refuses an end that is past by it. */
  aheadMs = 0;
  #baseUrl;
  #tokens;
  #locks;
  #random;
  #unlockEveryMs;
  #turn = 0;
  #running = true;
  #open = new Set();

  constructor({ baseUrl, tokens, locks, random, unlockEveryMs = UNLOCK_EVERY_MS }) {
    this.#baseUrl = baseUrl;
    this.#tokens = tokens;
    this.#locks = locks;
    this.#random = random;
    this.#unlockEveryMs = unlockEveryMs;
  }

  start() {
    void this.#repeat(this.#unlockEveryMs, () => this.#unlock());
    void this.#repeat(MODE_EVERY_MS, () => this.#mode());
  }

  /** No new calls; resolves when those under way are answered. */
  async stop() {
    this.#running = false;
    await Promise.all(this.#open);
  }

  async call(method, path, body) {
    this.#turn = (this.#turn + 1) % this.#tokens.length;
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#tokens[this.#turn]}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json() };
  }

  async #repeat(interval, work) {
    while (this.#running) {
      const call = work().catch((error) => this.#count(error.cause?.code ?? error.name));
      this.#open.add(call);
      void call.then(() => this.#open.delete(call));
      await sleep(interval * this.#random.between(0.5, 1.5));
    }
  }

  async #unlock() {
    const lock = this.#random.pick(this.#locks);
    const isFollowed = this.#random.chance(FOLLOWED);
    const { status, body } = await this.call('POST', `/locks/${lock}/unlock`, {});
    this.#count(`${status} ${body.error?.code ?? 'unlock'}`);
    if (status !== 202) return;
    this.accepted.add(body.id);
    if (!isFollowed) return;
    const answer = await this.call('GET', `/locks/${lock}/commands/${body.id}?wait=4`);
    this.#count(`${answer.status} ${answer.body.error?.code ?? 'command'}`);
    if (answer.status === 200) this.answered.set(body.id, answer.body.status);
  }

  async #mode() {
    const lock = this.#random.pick(this.#locks);
    const holdMs = this.#random.between(2_000, LONGEST_HOLD_MS);
    const until = new Date(Date.now() + holdMs).toISOString();
    const mode = this.#random.chance(0.6) ? { mode: 'stay_open', expires_at: until } : { mode: 'auto' };
    const isPast = mode.expires_at !== undefined && holdMs < this.aheadMs;
    const { status, body } = await this.call('POST', `/locks/${lock}/door-mode`, mode);
    this.#count(status === 422 && isPast ? PAST_END : `${status} ${body.error?.code ?? 'door_mode'}`);
    if (status === 202) this.accepted.add(body.id);
  }

  #count(what) {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}
