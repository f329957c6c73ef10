// Phones with a key: each presses a door's button now and then, in the two steps of its page, and presses again with the
// same press where it had no answer, as the page does.
import { setTimeout as sleep } from 'node:timers/promises';
import { lockRefs, withScopes } from '../kills/site.mjs';

const PHONES = 3;
const PRESS_EVERY_MS = 2_000;
const TIMEOUT_MS = 6_000;
const GROUP = 'STAFF';

/** What a site needs for phones. */
export const sections = {
  security_groups: [{ code: GROUP, name: 'Staff', location: 'hq', locks: lockRefs }],
  api_keys: withScopes(['people:write', 'keys:write']),
};

export class Phones {
  /** Commands that were answered with 202. */
  accepted = new Set();
  answers = new Map();
  #origin;
  #locks;
  #random;
  #cookies = [];
  #running = [];
  #isOver = false;

  constructor({ origin, locks, random }) {
    this.#origin = origin;
    this.#locks = locks;
    this.#random = random;
  }

  /** @param outbox returns the messages that hold the setup links */
  async bind(callers, outbox) {
    const must = async (route, body) => {
      const answer = await callers.call('POST', route, body);
      if (answer.status !== 201) throw new Error(`POST ${route}: ${JSON.stringify(answer)}`);
      return answer.body;
    };
    for (let index = 0; index < PHONES; index++) {
      const email = `person${index}@kills.example`;
      const person = await must('/people', { name: `Person ${index}`, email });
      await must('/keys', {
        person_id: person.id,
        name: 'Doors',
        security_groups: [GROUP],
        channel: 'email',
      });
    }
    const links = (await outbox()).data.flatMap(({ setup_link }) => setup_link ?? []);
    if (links.length !== PHONES) throw new Error(`${links.length} setup links for ${PHONES} phones`);
    for (const link of links) this.#cookies.push(await activate(link));
  }

  start() {
    this.#running = this.#cookies.map((cookie) => this.#press(cookie));
  }

  async stop() {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  async #press(cookie) {
    while (!this.#isOver) {
      const lock = this.#random.pick(this.#locks);
      const pressed = await this.#ask(cookie, `/doors/${lock}/presses`, {});
      if (pressed) {
        const send = () => this.#ask(cookie, `/doors/${lock}/unlock`, { press: pressed.press });
        const command = (await send()) ?? (await send());
        if (command) this.accepted.add(command.id);
      }
      await sleep(PRESS_EVERY_MS * this.#random.between(0.5, 1.5));
    }
  }

  /** The body of a good answer, or null. */
  async #ask(cookie, route, body) {
    try {
      const answer = await fetch(`${this.#origin}/phone/api${route}`, {
        method: 'POST',
        headers: { cookie, 'x-phone': '1', origin: this.#origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const said = await answer.json();
      this.#count(`${answer.status} ${said.error?.code ?? 'press'}`);
      return answer.ok ? said : null;
    } catch (error) {
      this.#count(error.cause?.code ?? error.name);
      return null;
    }
  }

  #count(what) {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }
}

/** Opens a setup link and presses its button, as a browser does; returns the phone's cookie. */
async function activate(link) {
  const jar = new Map();
  for (const method of ['GET', 'POST']) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(link, { method, redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name, value] = set.split(';')[0].split('=');
      jar.set(name, value);
    }
  }
  if (!jar.has('phone')) throw new Error('a setup link made no phone');
  return `phone=${jar.get('phone')}`;
}
