// What the pages cost a person on a slow phone: bytes of script, the time until what they are for is shown, how far the
// page jumps meanwhile, and for how long it does not listen; in a real browser
// with nothing cached, four times slower than this machine, on 1.6 Mbit/s with 150 ms to and fro. Against a page whose
// one script fetches one answer and shows it.
import { existsSync } from 'node:fs';
import http from 'node:http';
import { createUser } from '../packages/cloud/dist/users/manage.js';
import { CHROMIUM } from '../scripts/chromium.mjs';
import { openPhone, SLOW_PHONE, withBrowser } from './lib/browser.mjs';
import { addEvents } from './lib/events.mjs';
import { median, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, signIn, withService } from './lib/service.mjs';

const LOADS = quick ? 3 : 7;
const DEPARTMENTS = 10;
const GATEWAYS = 100;
const DOORS = 20;
const KEYS = 20;
const EVENTS = 2_000;
const ALARMS = 3;
const PAINTED_MS = 1_500;
const MAX_PHONE_KB = 40;
const MAX_DASHBOARD_KB = 200;
/** A page that is called good by the field moves no more. https://web.dev/articles/cls */
const MAX_SHIFT = 0.1;
const DOORS_SHOWN = 'ul[aria-label="Doors"] li';

if (existsSync(CHROMIUM)) await withService(measure);
else say(`pages: no browser at ${CHROMIUM}: name one in CHROMIUM`);

async function measure(cloud) {
  const { context } = cloud;
  const site = await furnish(context, { departments: DEPARTMENTS, gateways: GATEWAYS, doors: DOORS });
  const { origin } = new URL(cloud.baseUrl);
  await addEvents(context.pool, EVENTS);
  // What stands above the doors where all is not well.
  await addEvents(context.pool, ALARMS, ['door.forced']);
  await context.pool.query(
    `update gateway set online = false, online_since = now() - interval '1 hour'
     where id in (select gateway_id from lock where id = any($1::int[]))`,
    [site.locks.slice(0, KEYS)],
  );
  const viewers = [];
  for (const [name, locationId] of [
    ['all', site.hq],
    ['one', site.departments[0]],
  ]) {
    const user = { email: `${name}@perf.example`, name, role: 'owner', accountId: site.account, locationId };
    const { password } = await createUser(context, user);
    viewers.push(await signIn(origin, user.email, password));
  }
  const bare = await barePage();
  try {
    await withBrowser(CHROMIUM, async (browser) => {
      const phone = await browser.newContext(SLOW_PHONE);
      await openPhone(phone, origin, await setupLink(cloud, site, viewers[0], 'Nelli'));
      const cases = [
        {
          name: 'the phone key',
          url: `${origin}/phone/`,
          shown: 'li[data-state]',
          cookies: await phone.cookies(),
          maxKb: MAX_PHONE_KB,
          goal: PAINTED_MS,
        },
        {
          name: 'the overview of 200 doors',
          url: `${origin}/`,
          shown: DOORS_SHOWN,
          cookies: [cookieOf(origin, viewers[1])],
          maxKb: MAX_DASHBOARD_KB,
          goal: PAINTED_MS,
        },
        {
          name: 'the overview of 2,000 doors',
          url: `${origin}/`,
          shown: DOORS_SHOWN,
          cookies: [cookieOf(origin, viewers[0])],
        },
        {
          name: 'the events of 200 doors',
          url: `${origin}/events`,
          shown: '[aria-label="Events"] td',
          cookies: [cookieOf(origin, viewers[1])],
        },
        {
          name: 'the setup page',
          url: `${origin}${await setupLink(cloud, site, viewers[0], 'Olli')}`,
          shown: 'form button',
          cookies: [],
        },
        { name: 'the sign-in', url: `${origin}/`, shown: 'input[type="password"]', cookies: [] },
      ];
      await phone.close();
      for (const one of cases) {
        const found = [];
        const floors = [];
        for (let load = 0; load < LOADS; load++) {
          found.push(await browser.load(one));
          floors.push(await browser.load({ url: bare.url, shown: 'li', cookies: [] }));
        }
        if (one.maxKb)
          report({
            measure: 'pages',
            case: `scripts of ${one.name}`,
            value: found[0].scriptKb,
            unit: 'KB, gzip',
            better: 'lower',
            valueGoal: one.maxKb,
            files: found[0].scripts,
          });
        report({
          measure: 'pages',
          case: `${one.name} on a slow phone`,
          value: median(found.map(({ shownMs }) => shownMs)),
          unit: 'ms p50 until it is shown',
          better: 'lower',
          floor: median(floors.map(({ shownMs }) => shownMs)),
          floor_what: 'a page whose one script fetches one answer and shows it',
          valueGoal: one.goal,
          slowest: Math.max(...found.map(({ shownMs }) => shownMs)),
        });
        const worst = found.reduce((a, b) => (b.shift > a.shift ? b : a));
        report({
          measure: 'pages',
          case: `${one.name} jumps`,
          value: worst.shift,
          unit: 'of the screen (layout shift)',
          better: 'lower',
          valueGoal: MAX_SHIFT,
          moved: worst.moved,
        });
        report({
          measure: 'pages',
          case: `${one.name} does not listen`,
          value: median(found.map(({ blockedMs }) => blockedMs)),
          unit: 'ms p50 (total blocking time)',
          better: 'lower',
        });
      }
    });
  } finally {
    bare.close();
  }
}

function cookieOf(url, cookie) {
  const [name, value] = cookie.split('=');
  return { name, value, url };
}

/** A person with a key for some doors, and where its setup link leads. */
async function setupLink({ baseUrl, context }, site, cookie, name) {
  await context.pool.query(
    `with made as (
       insert into security_group (account_id, location_id, code, name) values ($1, $2, $4, $4) returning id)
     insert into security_group_lock (security_group_id, lock_id) select id, unnest($3::int[]) from made`,
    [site.account, site.hq, site.locks.slice(0, KEYS), name.toUpperCase()],
  );
  const [token] = await issueTokens(context, site, site.hq, 1);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`POST ${path}: ${await answer.text()}`);
    return answer.json();
  };
  const email = `${name}@perf.example`.toLowerCase();
  const person = await post('/people', { name, email });
  await post('/keys', {
    person_id: person.id,
    name: 'Doors',
    security_groups: [name.toUpperCase()],
    channel: 'email',
  });
  const outbox = await fetch(`${new URL(baseUrl).origin}/dashboard/outbox`, { headers: { cookie } });
  const { data } = await outbox.json();
  return new URL(data.find(({ to }) => to === email).setup_link).pathname;
}

/** The least that a page does: one script, one answer, one thing shown. */
async function barePage() {
  const files = {
    '/': ['text/html', '<!doctype html><ul></ul><script type="module" src="/bare.js"></script>'],
    '/bare.js': [
      'text/javascript',
      `const { name } = await (await fetch('/data')).json();
       document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: name }));`,
    ],
    '/data': ['application/json', '{"name":"Main entrance"}'],
  };
  const server = http.createServer(({ url }, response) => {
    const [type, text] = files[url] ?? ['text/plain', ''];
    response.writeHead(files[url] ? 200 : 404, { 'content-type': type }).end(text);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
