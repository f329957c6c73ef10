import type { Browser, BrowserContextOptions } from 'playwright-core';
import { OWNER, watchedPage } from '../../dashboard/browser/browser.js';
import type { Service } from '../../dashboard/browser/service.js';

export const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const;

// biome-ignore lint/suspicious/noExplicitAny: whatever the interface answers
export type AnyJson = any;

/** People of the demo site with keys, and phones that take them. */
export async function createPhones(service: Service, browser: Browser) {
  const signedIn = await fetch(`${service.origin}/dashboard/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-dashboard': '1', origin: service.origin },
    body: JSON.stringify({ email: OWNER, password: service.site.users[OWNER]?.password }),
  });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';

  async function send(
    url: string,
    method: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<AnyJson> {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }
  const api = (method: string, path: string, body?: object) =>
    send(
      `${service.site.base_url}${path}`,
      method,
      { authorization: `Bearer ${service.site.api_keys.demo?.token}` },
      body,
    );
  /** As the owner at the dashboard. */
  const manage = (method: string, path: string, body?: object) =>
    send(
      `${service.origin}/dashboard${path}`,
      method,
      { cookie, 'x-dashboard': '1', origin: service.origin },
      body,
    );

  let people = 0;
  /** A person with a new key, and the link that the outbox holds for them. */
  async function invite({ person: fields = {}, ...key }: { person?: object } & Record<string, unknown> = {}) {
    people += 1;
    const person = await api('POST', '/people', {
      name: 'Nelli Nieminen',
      email: `nelli${people}@demo.example`,
      language: 'en',
      ...fields,
    });
    const made = await api('POST', '/keys', {
      person_id: person.id,
      name: 'Evenings',
      security_groups: ['STAFF'],
      channel: 'email',
      ...key,
    });
    return { person, key: made, link: await linkTo(person.email) };
  }

  /** The newest setup link to an address. */
  async function linkTo(email: string): Promise<string> {
    const outbox = await manage('GET', '/outbox');
    const notice = outbox.data.find((one: AnyJson) => one.to === email);
    return new URL(notice.setup_link).pathname;
  }

  async function phoneWith(link: string, options: BrowserContextOptions = {}) {
    const watched = await watchedPage(browser, service, { ...PHONE, ...options });
    await watched.page.goto(link);
    await watched.page.locator('button').press('Enter');
    await watched.page.locator('li[data-state]').first().waitFor();
    return watched;
  }

  const granted = async (personId: string): Promise<AnyJson[]> =>
    (await api('GET', `/events?type=access.granted&person_id=${personId}`)).data;

  return { api, manage, invite, linkTo, phoneWith, granted };
}
