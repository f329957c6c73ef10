import { createPeopleWorld } from '../people/world.js';

/** The whole cloud with a gateway that tests speak for, and phones that keys are put on. */
export async function phoneWorld(settings: Record<string, string> = {}) {
  const world = await createPeopleWorld({ LOG_LEVEL: 'error', ...settings });
  const origin = world.baseUrl.replace(/\/v1$/, '');

  const manager = {
    accountId: world.ids.account,
    locationId: world.ids.hq,
    scopes: new Set<never>(),
    apiKey: null,
    user: { id: '00000000-0000-4000-8000-000000000001', name: 'Olga' },
  };

  /** A new key, and its setup link. */
  async function invite(fields: object = {}) {
    const key = (await world.issue(fields)).body;
    return { key, link: (await world.outbox()).at(-1)?.link ?? '' };
  }

  /** Opens a setup link as a phone does, and takes the key into use. */
  async function activate(link: string, cookie = ''): Promise<string> {
    const visit = await fetch(link, { headers: { cookie } });
    const shown = [cookie, visit.headers.get('set-cookie')?.split(';')[0]].filter(Boolean).join('; ');
    const posted = await fetch(link, { method: 'POST', redirect: 'manual', headers: { cookie: shown } });
    const given = posted.headers.get('set-cookie')?.split(';')[0];
    if (posted.headers.get('location') !== '/phone/' || !given)
      throw new Error(`not activated: ${posted.status}`);
    return given;
  }

  async function ask(
    cookie: string | null,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) {
    const answer = await fetch(`${origin}/phone/api${path}`, {
      method,
      headers: {
        ...(cookie ? { cookie } : {}),
        ...(method === 'POST' ? { 'x-phone': '1', origin, 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
  }

  const press = async (cookie: string, lock: number): Promise<string> =>
    (await ask(cookie, 'POST', `/doors/${lock}/presses`, {})).body.press;

  /** Both steps of an unlock. */
  const unlock = async (cookie: string, lock: number) =>
    ask(cookie, 'POST', `/doors/${lock}/unlock`, { press: await press(cookie, lock) });

  return { world, manager, origin, invite, activate, ask, press, unlock };
}
