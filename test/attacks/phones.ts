import { createWorld } from '../world.js';

/** The running service with one person's key to the main door, and what a browser does with its setup link. */
export async function createPhones() {
  const world = await createWorld({ LOG_LEVEL: 'error' });
  const { pool, prisma, secrets } = world.context;
  const { account, hq, main } = world.ids;
  const origin = world.baseUrl.replace(/\/v1$/, '');
  const group = { account_id: account, location_id: hq, code: 'STAFF', name: 'Staff' };
  await prisma.securityGroup.create({ data: { ...group, locks: { create: [{ lock_id: main }] } } });
  const gateway = await world.connect();
  await gateway.birth([{ door: 1 }, { door: 2 }]);

  let people = 0;
  /** A new person's new key, and its setup link as the outbox holds it. */
  async function invite() {
    people += 1;
    const email = `anna${people}@acme.example`;
    const person = (await world.call('POST', '/people', { body: { name: 'Anna Aho', email } })).body;
    const wanted = {
      person_id: person.id,
      name: 'Front doors',
      security_groups: ['STAFF'],
      channel: 'email',
    };
    const key = (await world.call('POST', '/keys', { body: wanted })).body;
    const { rows } = await pool.query('select id, data from notice where recipient = $1', [email]);
    return { key, link: JSON.parse(secrets.open(rows[0].data, rows[0].id)).setup_link as string };
  }

  /** One request to the setup page, by a browser that keeps cookies; gives what it has then. */
  async function visit(method: string, link: string, jar: Record<string, string>) {
    const cookie = Object.entries(jar).map(([name, value]) => `${name}=${value}`);
    const answer = await fetch(link, { method, redirect: 'manual', headers: { cookie: cookie.join('; ') } });
    const given = answer.headers.getSetCookie().map((set) => (set.split(';')[0] ?? '').split('='));
    return { ...jar, ...(Object.fromEntries(given) as Record<string, string>) };
  }

  /** Opens a setup link and presses its button; gives the phone's cookie, and whatever the browser has then. */
  async function activate(link: string, before: Record<string, string> = {}) {
    const jar = await visit('POST', link, await visit('GET', link, before));
    return { phone: `phone=${jar.phone}`, jar };
  }

  async function ask(cookie: string, method: string, path: string, body?: object) {
    const own = { 'x-phone': '1', origin, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/phone/api${path}`, {
      method,
      headers: { cookie, ...(method === 'POST' ? own : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, body: await answer.json(), headers: answer.headers };
  }

  /** Enters a code of a move as the page does; gives the cookie that the keys then belong to, or null if it was refused. */
  async function claim(code: string, before = '') {
    let phone = before;
    for (let asked = 0; asked < 2; asked++) {
      const answer = await ask(phone, 'POST', '/moves/claim', { code });
      if (answer.status !== 200) return { phone: null };
      phone = answer.headers.get('set-cookie')?.split(';')[0] ?? phone;
      if ((answer.body as { moved: boolean }).moved) break;
    }
    return { phone };
  }

  const press = async (cookie: string): Promise<string> =>
    ((await ask(cookie, 'POST', `/doors/${main}/presses`, {})).body as { press: string }).press;
  const send = (cookie: string, pressed: string) =>
    ask(cookie, 'POST', `/doors/${main}/unlock`, { press: pressed });
  const unlock = async (cookie: string) => send(cookie, await press(cookie));

  return { world, invite, visit, activate, claim, ask, press, send, unlock };
}
