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

  /** Opens a setup link and presses its button; gives the phone's cookie, and whatever the browser has then. */
  async function activate(link: string, cookies: Record<string, string> = {}) {
    const jar = { ...cookies };
    for (const method of ['GET', 'POST']) {
      const cookie = Object.entries(jar).map(([name, value]) => `${name}=${value}`);
      const answer = await fetch(link, {
        method,
        redirect: 'manual',
        headers: { cookie: cookie.join('; ') },
      });
      for (const set of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
        jar[name] = value;
      }
    }
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

  const press = async (cookie: string): Promise<string> =>
    ((await ask(cookie, 'POST', `/doors/${main}/presses`, {})).body as { press: string }).press;
  const send = (cookie: string, pressed: string) =>
    ask(cookie, 'POST', `/doors/${main}/unlock`, { press: pressed });
  const unlock = async (cookie: string) => send(cookie, await press(cookie));

  return { world, gateway, invite, activate, ask, press, send, unlock };
}
