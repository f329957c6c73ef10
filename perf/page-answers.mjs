// Every answer that a page asks for, in an account of 2,000 doors and 100,000 people, by an owner who looks at all of it,
// against the answer to who is signed in. Which there are follows from the declared endpoints: a new one is asked too.
import { Client } from 'undici';
import { memoryLimiters } from '../packages/cloud/dist/http/limits/rate-limit.js';
import { pagesMount } from '../packages/cloud/dist/pages.js';
import { createUser } from '../packages/cloud/dist/users/manage.js';
import { fillAccount } from './lib/large-account.mjs';
import { median, percentile, quick, report, say } from './lib/report.mjs';
import { furnish, signIn, withService } from './lib/service.mjs';
import { table } from './lib/table.mjs';

const SIZE = quick
  ? { gateways: 20, people: 5_000, visits: 1_000, events: 50_000 }
  : { gateways: 100, people: 100_000, visits: 20_000, events: 1_000_000 };
const DEPARTMENTS = 40;
const DOORS = 20;
const TIMES = quick ? 5 : 20;
const GOAL_MS = 300;
/** In turns, each at an address of its own, as each may ask only so often. */
const OWNERS = 6;
const FLOOR = '/session';

/** No page waits for these: what stays open or says how far it is, what comes from elsewhere, files to keep. */
const NO_PAGE = [
  '/stream',
  '/audit/check',
  '/session/openid/callback',
  '/events/export',
  '/people-export',
  '/audit/export',
  '/door-tests/export',
  '/doors/{id}/reports/{report}/{format}',
  '/emergencies/{id}/report',
];
/** Of the demo's doors alone. */
const NO_ROWS = ['/doors/{id}/reader'];

await withService(
  async ({ context, origin }) => {
    const began = performance.now();
    const site = await furnish(context, { departments: DEPARTMENTS, gateways: SIZE.gateways, doors: DOORS });
    const ids = await fillAccount(context.pool, site, SIZE);
    const cookies = [];
    for (let number = 1; number <= OWNERS; number++) {
      const user = { email: `owner${number}@perf.example`, name: 'Owner', role: 'owner' };
      const { password } = await createUser(context, {
        ...user,
        accountId: site.account,
        locationId: site.hq,
      });
      cookies.push(await signIn(origin, user.email, password));
    }
    const client = new Client(origin);
    let turn = 0;
    const ask = (path, method = 'GET', body) => {
      turn = (turn + 1) % OWNERS;
      const headers = { origin, cookie: cookies[turn], 'x-forwarded-for': `10.0.0.${turn}` };
      return call(client, headers, path, method, body);
    };
    Object.assign(ids, await made(ask, ids));
    say(`page-answers: the account was made in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const found = [];
    for (const path of declared(context))
      for (const query of queriesOf(path)) found.push(await timed(ask, path, query, ids));
    await client.close();
    found.sort((a, b) => b.p95 - a.p95);
    const shown = (milliseconds) => milliseconds.toFixed(1);
    say(
      table(
        ['GET', 'p50 ms', 'p95 ms', 'KB'],
        found.map(({ path, p50, p95, bytes }) => [path, shown(p50), shown(p95), (bytes / 1024).toFixed(0)]),
      ),
    );
    const refused = found.filter(({ path, status }) => status !== (NO_ROWS.includes(path) ? 404 : 200));
    const [slowest] = found;
    const floor = found.find(({ path }) => path === FLOOR);
    report({
      measure: 'page-answers',
      case: `the slowest of ${found.length}`,
      value: slowest.p95,
      unit: 'ms p95',
      better: 'lower',
      floor: floor.p95,
      floor_what: `GET ${FLOOR}`,
      valueGoal: GOAL_MS,
      fault:
        refused.length > 0
          ? refused
              .slice(0, 5)
              .map(({ path, status }) => `GET ${path} answers ${status}`)
              .join(', ')
          : undefined,
      slowest: found.slice(0, 5).map(({ path, p95 }) => `GET ${path}: ${shown(p95)}`),
    });
  },
  { TRUST_PROXY: '1' },
);

/** The paths of all that pages read. */
function declared(context) {
  const mount = pagesMount(context, { limiters: memoryLimiters(context.clock) });
  void mount.stop();
  const paths = mount.endpoints.filter(({ method }) => method === 'GET').map(({ path }) => path);
  return [...new Set(paths)].filter((path) => !NO_PAGE.includes(path));
}

/** What has no rows of its own yet. @returns their ids */
async function made(ask, { location }) {
  const hook = { url: 'http://127.0.0.1:9/', events: ['door.forced'] };
  const webhook = await ask('/webhooks', 'POST', hook);
  const reason = 'A drill of all doors';
  const emergency = await ask(`/locations/${location}/emergency`, 'POST', {
    mode: 'evacuation',
    drill: true,
    reason,
  });
  const calendar = await ask('/calendars', 'POST', { name: 'Holidays', location_id: location });
  return { webhook: webhook.json.id, emergency: emergency.json.id, calendar: calendar.json.id };
}

/** With which queries a path is asked; once with none where it is not here. */
function queriesOf(path) {
  const ago = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const known = {
    '/search': [{ q: 'person 77' }],
    '/doors/{id}/at': [{ at: ago(1) }],
    '/doors/{id}/range': [{ from: ago(30 * 24), to: ago(0) }],
    '/locations/{id}/plan/past': [{ at: ago(1) }],
    '/people-review': [{}, { sort: 'came' }, { sort: 'keys' }, { sort: 'name' }, { search: 'person 77' }],
    '/key-review': [{}, { sort: 'used' }, { search: 'person 77' }],
  };
  return known[path] ?? [{}];
}

/** @throws where a path has a parameter that nothing is known for */
function asked(path, query, ids) {
  const id = {
    doors: ids.door,
    locks: ids.door,
    groups: ids.group,
    people: ids.person,
    locations: ids.location,
    gateways: ids.gateway,
    keys: ids.key,
    invitations: ids.invitation,
    webhooks: ids.webhook,
    emergencies: ids.emergency,
    alarms: ids.alarm,
    calendars: ids.calendar,
  }[path.split('/')[1]];
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    const value = name === 'id' ? id : name === 'command_id' ? ids.command : undefined;
    if (value === undefined) throw new Error(`GET ${path}: no ${name} is known to ask for`);
    return value;
  });
  return `${filled}?${new URLSearchParams(query)}`;
}

async function timed(ask, path, query, ids) {
  const target = asked(path, query, ids);
  const samples = [];
  let last = await ask(target);
  for (let time = 0; time < TIMES; time++) {
    last = await ask(target);
    samples.push(last.milliseconds);
  }
  const { status, bytes } = last;
  const named = [path, ...Object.entries(query).map(([name, value]) => `${name}=${value}`)].join(' ');
  return { path: named, status, bytes, p50: median(samples), p95: percentile(samples, 0.95) };
}

async function call(client, headers, path, method, body) {
  const began = performance.now();
  const answer = await client.request({
    method,
    path: `/dashboard${path}`,
    headers: { ...headers, 'x-dashboard': '1', ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body ? JSON.stringify(body) : null,
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  const isJson = answer.headers['content-type']?.startsWith('application/json');
  return {
    status: answer.statusCode,
    bytes: bytes.length,
    milliseconds: performance.now() - began,
    json: isJson && bytes.length > 0 ? JSON.parse(bytes) : null,
  };
}
