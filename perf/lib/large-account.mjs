// Fills a furnished account, set by set, with what years of use leave: people with keys, visits, events and alarms.
import { deflateSync } from 'node:zlib';
import pg from 'pg';

const GROUPS_PER_DEPARTMENT = 4;
/** Visits are forgotten after a month. */
const DAYS_OF_VISITS = 28;
/** As many as a plan takes. */
const DOORS_OF_A_PLAN = 500;
/** All that pages look at lies in so many days. */
const DAYS = 90;

/**
 * Adds groups, people with keys, visits, events and alarms to an account of `furnish`. No one acknowledges half of the
 * alarms, one door has a twentieth of all events, and one group has all keys and all doors.
 * @returns the ids that pages are asked for
 */
export async function fillAccount(pool, { account, hq, departments, locks }, { people, visits, events }) {
  // The service's own connections have a deadline for each statement.
  const client = new pg.Client(pool.options.connectionString);
  await client.connect();
  const run = (text, values = []) => client.query(text, values);
  const one = async (text, values) => (await run(text, values)).rows[0];
  try {
    await run('set statement_timeout = 0');
    await run(
      `update door_state set contact = case when lock_id % 10 = 0 then 'open' else 'closed' end, last_event_at = now()`,
    );
    await run(
      `insert into security_group (account_id, location_id, code, name)
       select $1::int, $2::int, 'EVERYONE', 'Everyone'
       union all select $1, d, 'GROUP-' || d || '-' || i, 'Group ' || d || '-' || i
       from unnest($3::int[]) d cross join generate_series(1, $4::int) i`,
      [account, hq, departments, GROUPS_PER_DEPARTMENT],
    );
    await run(
      `insert into security_group_lock (security_group_id, lock_id)
       select g.id, l.id from security_group g join lock l on g.code = 'EVERYONE' or l.location_id = g.location_id`,
    );
    await run(
      `insert into person (id, account_id, location_id, name, email, created_at)
       select gen_random_uuid(), $1, ($2::int[])[1 + i % cardinality($2::int[])], 'Person ' || i,
              'person' || i || '@perf.example', now() - interval '2 years' from generate_series(1, $3::int) i`,
      [account, departments, people + visits],
    );
    await run(
      `insert into access_key (account_id, location_id, person_id, name, state, starts_at, expires_at, handed_over_at, returned_at, created_at, updated_at)
       select p.account_id, p.location_id, p.id, 'Key ' || p.seq, case when v.until < now() then 'returned' else 'handed_over' end,
              v.at, v.until, v.at, case when v.until < now() then v.until end, v.at, v.at
       from (select *, row_number() over (order by seq) as number from person) p
       cross join lateral (select case when p.number <= $1 then p.created_at
           else now() - ((p.number - $1) % $2 - 0.3) * interval '1 day' end as at) s
       cross join lateral (select s.at, case when p.number > $1 then s.at + interval '9 hours' end as until) v`,
      [people, DAYS_OF_VISITS],
    );
    await run(
      `insert into access_key_group (access_key_id, security_group_id, position)
       select k.id, g.id, case when g.code = 'EVERYONE' then 0 else 1 end from access_key k
       join security_group g on g.code = 'EVERYONE' or g.location_id = k.location_id and g.code like '%-' || (1 + k.id % $1)`,
      [GROUPS_PER_DEPARTMENT],
    );
    await run(
      `insert into invitation (account_id, location_id, access_key_id, person_id, channel, state, token_hash, link_expires_at, sent_at, activated_at, created_at)
       select account_id, location_id, id, person_id, 'email', 'activated', sha256(id::text::bytea), starts_at + interval '7 days', starts_at, starts_at, starts_at
       from access_key`,
    );
    await run(
      `insert into visitor (access_key_id, account_id, location_id, host, made_person, created_at, ended_at, due_at)
       select id, account_id, location_id, 'Host', true, created_at, case when expires_at < now() then expires_at end, expires_at + interval '30 days'
       from access_key where expires_at is not null`,
    );
    await run(
      `with door as (select $2::int[] as ids, cardinality($2::int[]) as n),
       holder as (select array_agg(id) as ids, array_agg(person_id) as people, count(*)::int as n from (select id, person_id from access_key order by id desc limit 20000) k)
       insert into event (account_id, location_id, lock_id, type, occurred_at, result, source, recorded_at, explanation, person_id, key_id)
       select $1, l.location_id, l.id,
         case when i % 50 = 0 then (array['door.forced', 'door.left_open'])[1 + i / 50 % 2]
           else (array['access.granted', 'door.opened', 'door.closed', 'door.exit_button'])[1 + i % 4] end,
         now() - i * interval '1 day' * $4::float8 / $3, case when i % 4 = 0 then 'success' end, 'device', now(),
         case when i % 50 = 0 then '{"text":"Opened with nothing to explain it."}'::jsonb end,
         case when i % 4 = 0 then h.people[1 + i / 4 % h.n] end, case when i % 4 = 0 then h.ids[1 + i / 4 % h.n] end
       from generate_series(1, $3::int) i cross join door cross join holder h
       join lock l on l.id = door.ids[case when i % 20 < 4 and i / 20 % 4 = 0 then 1 else 1 + abs(hashint4(i / 20)) % door.n end]`,
      [account, locks, events, DAYS],
    );
    await run(
      `insert into event_scope (location_id, type, occurred_at, event_id)
       select a.ancestor_id, e.type, e.occurred_at, e.id from event e join location_ancestor a using (location_id) order by 1, 2, 3, 4`,
    );
    await run(
      `insert into alarm (id, account_id, location_id, lock_id, kind, started_at, opened_at, ended_at)
       select id, account_id, location_id, lock_id, substr(type, 6), occurred_at, occurred_at, occurred_at + interval '1 minute'
       from event where type in ('door.forced', 'door.left_open')`,
    );
    await run(
      `insert into alarm_acknowledgement (event_id, account_id, user_id, user_name, acknowledged_at)
       select id, account_id, gen_random_uuid(), 'Someone', now() from alarm where id % 100 = 0`,
    );
    await run(
      `insert into command (id, account_id, lock_id, gateway_id, type, status, requested_at, confirmed_at, expires_at)
       select gen_random_uuid(), e.account_id, l.id, l.gateway_id, 'unlock', 'confirmed', e.occurred_at, e.occurred_at, e.occurred_at + interval '10 seconds'
       from event e join lock l on l.id = e.lock_id where e.type = 'access.granted'`,
    );
    await run(
      `insert into floor_plan (location_id, account_id, image, image_type, width, height, version, changed_at, changed_by)
       values ($1, $2, $3, 'image/png', 1, 1, 1, now(), 'Someone')`,
      [hq, account, deflateSync(Buffer.alloc(1))],
    );
    await run(
      `insert into floor_plan_door (location_id, lock_id, x, y) select $1, id, random(), random() from unnest($2::int[]) id`,
      [hq, locks.slice(0, DOORS_OF_A_PLAN)],
    );
    await run('vacuum analyze');
    await run('checkpoint');
    const ids = await one(
      `select (select id from security_group where code = 'EVERYONE') as group,
         (select id from person order by seq limit 1) as person, (select max(id)::int from access_key) as key,
         (select max(id)::int from invitation) as invitation, (select max(id)::int from alarm) as alarm,
         (select gateway_id from lock where id = $1) as gateway,
         (select id from command where lock_id = $1 order by requested_at desc limit 1) as command`,
      [locks[0]],
    );
    return { ...ids, door: locks[0], location: hq };
  } finally {
    await client.end();
  }
}
