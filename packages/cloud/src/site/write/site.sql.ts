import * as sql from '../../database/statement.js';

/* SQL of the sections of a site file without secrets. */

const LOCK_ROWS = `json_to_recordset($1::json) as x(id int, ref text, name text, place text, location_id int, type text,
  gateway_id uuid, door int, strike_ms int, left_open_ms int, toggle_policy text, schedule jsonb, scheduled bool)`;

export const WRITE_ACCOUNT = sql.statement(
  'site-write-account',
  `insert into account (name, sms_enabled, phone_key_limit, platform_mode, created_at) values ($1, $2, $3, $4, $5)
   on conflict (name) do update set sms_enabled = excluded.sms_enabled, phone_key_limit = excluded.phone_key_limit,
                                    platform_mode = excluded.platform_mode
   returning id`,
  { id: sql.int },
);

export const MAKE_LOCATIONS = sql.statement(
  'site-make-locations',
  `insert into location (account_id, ref, name, timezone, address, created_at)
   select $2, ref, name, timezone, address, $3
     from json_to_recordset($1::json) as x(ref text, name text, timezone text, address text)
   returning ref, id`,
  { ref: sql.text, id: sql.int },
);

export const UPDATE_LOCATIONS = sql.statement(
  'site-update-locations',
  `update location o set name = x.name, timezone = x.timezone, address = x.address, parent_id = x.parent_id
   from json_to_recordset($1::json) as x(id int, name text, timezone text, address text, parent_id int) where o.id = x.id`,
);

export const UPDATE_LOCKS = sql.statement(
  'site-update-locks',
  `update lock l set (name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms, toggle_policy, schedule,
                    schedule_changed_at, schedule_changed_by)
   = (x.name, x.place, x.location_id, x.type, x.gateway_id, x.door, x.strike_ms, x.left_open_ms, x.toggle_policy, x.schedule,
      case when x.scheduled then $2 else l.schedule_changed_at end,
      case when x.scheduled then 'The site file' else l.schedule_changed_by end)
   from ${LOCK_ROWS} where l.id = x.id`,
);

export const MAKE_LOCKS = sql.statement(
  'site-make-locks',
  `insert into lock (account_id, ref, name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms,
                     toggle_policy, schedule, created_at)
   select $2, ref, name, place, location_id, type, gateway_id, door, strike_ms, left_open_ms, toggle_policy, schedule, $3
     from ${LOCK_ROWS} returning ref, id`,
  { ref: sql.text, id: sql.int },
);

export const RENEW_GATEWAYS = sql.statement(
  'site-renew-gateways',
  `update gateway set connection = connection + 1,
     offline_due_at = case when online then least(offline_due_at, $2) else offline_due_at end
   where id in (select id from gateway where (id = any($1::uuid[]) or id in (select gateway_id from lock where id = any($3::int[])))
                  and connection > 0 order by id for no key update)
   returning id, connection`,
  { id: sql.uuid, connection: sql.bigint },
);

export const WRITE_GROUPS = sql.statement(
  'site-write-groups',
  `with x as (select * from json_to_recordset($1::json) as x(ref text, code text, name text, location_id int)),
   s as (insert into security_group (account_id, location_id, code, name, created_at)
         select $2, location_id, code, name, $3 from x
         on conflict (location_id, code) do update set name = excluded.name returning id, location_id, code)
   select x.ref, s.id from s join x on x.location_id = s.location_id and x.code = s.code`,
  { ref: sql.text, id: sql.int },
);

export const WRITE_MEMBERS = sql.statement(
  'site-write-members',
  `with x as (select * from json_to_recordset($1::json) as x(security_group_id int, lock_id int)),
   gone as (delete from security_group_lock m where m.security_group_id = any($2::int[])
               and not exists (select from x where x.security_group_id = m.security_group_id and x.lock_id = m.lock_id))
   insert into security_group_lock (security_group_id, lock_id) select security_group_id, lock_id from x on conflict do nothing`,
);

export const WRITE_PEOPLE = sql.statement(
  'site-write-people',
  `with x as (select * from json_to_recordset($1::json)
                as x(id uuid, ref text, is_new bool, location_id int, name text, email text, phone text, company_name text,
                     title text, language text, managed bool)),
   made as (insert into person (id, account_id, location_id, ref, name, email, phone, company_name, title, language, managed, created_at)
            select id, $2, location_id, ref, name, email, phone, company_name, title, language, managed, $3 from x where is_new)
   update person p set (location_id, name, email, phone, company_name, title, language, managed)
                     = (x.location_id, x.name, x.email, x.phone, x.company_name, x.title, x.language, x.managed)
     from x where p.id = x.id and not x.is_new`,
);

/** Rows that are as they were are not written again. */
export const REMEMBER = sql.statement(
  'site-remember',
  `insert into site_applied as s (account_id, section, ref, fields, owned)
   select $2, x.section, x.ref, x.fields, array(select jsonb_array_elements_text(x.owned))
   from json_to_recordset($1::json) as x(section text, ref text, fields jsonb, owned jsonb)
   on conflict (account_id, section, ref) do update set fields = excluded.fields, owned = excluded.owned
     where s.fields <> excluded.fields or s.owned <> excluded.owned`,
  {},
  { unprepared: true },
);
