// A page of 50 of each list in a large account against a small one, in turns: for every caller the cost is that of a
// page.
import pg from 'pg';
import { Client } from 'undici';
import { median, percentile, quick, report, say } from './lib/report.mjs';
import { furnish, issueTokens, withService } from './lib/service.mjs';

const SIZES = {
  small: { departments: 5, rooms: 199, people: 1_000, events: 1_000 },
  large: {
    departments: 50,
    rooms: 199,
    people: quick ? 20_000 : 100_000,
    events: quick ? 100_000 : 1_000_000,
  },
};
const GOAL = 1.3;
const SAMPLES = quick ? 60 : 200;
const WARM_UP = 40;
/** What is asked, and by which key: the root's, or a department's of 200 locations. */
const LISTS = ['/people', '/people?q=per', '/people?search=rso', '/locks', '/locks?type=remote', '/events'];
const KEYS = ['root', 'subtree'];

await withService(async (small) => {
  await withService(async (large) => {
    const sides = [await prepare(small, SIZES.small), await prepare(large, SIZES.large)];
    for (const list of LISTS) {
      for (const key of KEYS) {
        const [found, floor] = await inTurns(sides, list, key);
        report({
          measure: 'lists',
          case: `GET ${list}, ${key} key`,
          value: median(found),
          unit: 'ms p50',
          better: 'lower',
          floor: median(floor),
          floor_what: 'the same page in an account of a thousand of each',
          goal: GOAL,
          p95: percentile(found, 0.95),
        });
      }
    }
    await Promise.all(sides.map(({ client }) => client.close()));
  });
});

async function prepare({ context, baseUrl }, size) {
  const began = performance.now();
  const site = await furnish(context, { departments: size.departments, gateways: 0 });
  const database = new pg.Client({ connectionString: context.pool.options.connectionString });
  await database.connect();
  await fill(database, site, size);
  await database.end();
  say(
    `lists: ${size.departments * (size.rooms + 1) + 1} locations, ${size.people} people and ${size.events} events made in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
  const tokens = {};
  const requests = LISTS.length * (WARM_UP + SAMPLES);
  tokens.root = await issueTokens(context, site, site.hq, requests);
  tokens.subtree = await issueTokens(context, site, site.departments.at(-1), requests);
  return { client: new Client(new URL(baseUrl).origin), base: new URL(baseUrl).pathname, tokens, asked: 0 };
}

/** Rooms below every department, each with a lock; people and events anywhere among them. */
async function fill(database, { account, departments }, { rooms, people, events }) {
  await database.query(
    `with room as (
       insert into location (account_id, parent_id, ref, name, timezone)
       select $1, d, 'room-' || d || '-' || r, 'Room ' || r, 'Europe/Helsinki' from unnest($2::int[]) d, generate_series(1, $3::int) r
       returning id, parent_id)
     insert into location_ancestor (location_id, ancestor_id, depth)
     select id, id, 0 from room
     union all select id, a.ancestor_id, a.depth + 1 from room join location_ancestor a on a.location_id = room.parent_id`,
    [account, departments, rooms],
  );
  await database.query(
    `with added as (
       insert into gateway (id, account_id, location_id, ref, name, secret_hash)
       select gen_random_uuid(), account_id, id, 'gateway-' || id, 'Gateway ' || id, '' from location where id = any($1::int[])
       returning id, location_id),
     made as (
       insert into lock (account_id, location_id, ref, name, place, type, gateway_id, door)
       select o.account_id, o.id, 'lock-' || o.id, 'Door ' || o.id, 'Ground floor', 'remote', added.id, o.id
       from location o join added on added.location_id = o.parent_id returning id)
     insert into door_state (lock_id) select id from made`,
    [departments],
  );
  await database.query(
    `with place as (select array_agg(id order by id) as ids, count(*)::int as n from location)
     insert into person (id, account_id, location_id, name, email, created_at)
     select gen_random_uuid(), $1, ids[1 + abs(hashint4(i)) % n], 'Person ' || i, 'person' || i || '@perf.example', now()
     from generate_series(1, $2::int) i cross join place`,
    [account, people],
  );
  await database.query(
    `with lock_of as (select array_agg(id order by id) as ids, count(*)::int as n from lock)
     insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at)
     select l.account_id, l.location_id, l.id, (array['access.granted', 'door.opened', 'door.closed', 'door.exit_button'])[1 + i % 4],
            timestamptz '2026-01-07' + i * interval '1 second', case when i % 4 in (0, 2) then 'success' end, 'device', now()
     from generate_series(1, $1::int) i cross join lock_of join lock l on l.id = ids[1 + abs(hashint4(i)) % n]`,
    [events],
  );
  await database.query(
    `insert into event_scope (location_id, type, occurred_at, event_id)
     select a.ancestor_id, e.type, e.occurred_at, e.id from event e join location_ancestor a using (location_id)
     order by 1, 2, 3, 4`,
  );
  await database.query('vacuum analyze');
  await database.query('checkpoint');
}

/** Milliseconds of each page on the large side and on the small one. */
async function inTurns([small, large], list, key) {
  const found = { small: [], large: [] };
  for (let sample = -WARM_UP; sample < SAMPLES; sample++) {
    for (const [name, side] of [
      ['small', small],
      ['large', large],
    ]) {
      const milliseconds = await page(side, list, key);
      if (sample >= 0) found[name].push(milliseconds);
    }
  }
  return [found.large, found.small];
}

async function page(side, list, key) {
  const tokens = side.tokens[key];
  const headers = { authorization: `Bearer ${tokens[side.asked++ % tokens.length]}` };
  const began = performance.now();
  const answer = await side.client.request({ method: 'GET', path: `${side.base}${list}`, headers });
  const text = await answer.body.text();
  const milliseconds = performance.now() - began;
  const rows = answer.statusCode === 200 ? JSON.parse(text).data.length : 0;
  if (rows !== 50) throw new Error(`GET ${list}: ${answer.statusCode}, ${rows} rows: ${text.slice(0, 200)}`);
  return milliseconds;
}
