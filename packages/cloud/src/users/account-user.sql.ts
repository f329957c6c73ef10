import * as sql from '../database/statement.js';

const user = (name: string, condition: string) =>
  sql.statement(
    name,
    `select id, name, email, account_id, location_id, password_hash from account_user where ${condition}`,
    {
      id: sql.uuid,
      name: sql.text,
      email: sql.text,
      account_id: sql.int,
      location_id: sql.int,
      password_hash: sql.orNull(sql.text),
    },
  );

export const USER_BY_ID = user('user-by-id', 'id = $1');
export const USER_BY_EMAIL = user('user-by-email', 'email = $1');

/** A user at a location of the account, unless the address has one. */
export const INSERT_USER = sql.statement(
  'user-insert',
  `insert into account_user (id, account_id, location_id, email, name, role, password_hash, created_at)
   select $1, $2, o.id, $4, $5, $6, $7, $8 from location o where o.id = $3 and o.account_id = $2
   on conflict (email) do nothing`,
);
