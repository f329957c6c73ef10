import { expect, test } from '@jest/globals';
import { testDatabase } from '../../../../test/setup/database.js';
import { SEALED_COLUMNS } from '../../src/sealing/columns.js';

const { pool } = await testDatabase();

/** What the other columns of bytes hold; a rotation of the key leaves them as they are, or signs them anew. */
const NOT_SEALED = {
  'a hash of a secret that is shown once': [
    'api_key.token_hash',
    'directory_token.token_hash',
    'gateway.secret_hash',
    'gateway.previous_secret_hash',
    'invitation.token_hash',
    'invitation.visit_hash',
    'password_reset.token_hash',
    'phone.move_hash',
    'phone.token_hash',
    'user_invitation.token_hash',
    'user_session.token_hash',
  ],
  'a MAC of the audit log, signed anew by audit/resign.ts, or proved by its border': [
    'audit.erasure_mac',
    'audit.hash',
    'audit.mac',
    'audit.previous_hash',
    'audit_checkpoint.hash',
    'audit_checkpoint.mac',
    'audit_head.hash',
    'audit_head.mac',
    'audit_key_border.hash',
    'audit_key_border.mac',
    'audit_roll.mac',
  ],
  'a MAC that lives for minutes or a day, or as long as a process': [
    'gateway_pairing.code_hash',
    'instance.secret_check',
    'person_import.digest',
    'secret_key.key_check',
  ],
  'a public key, a file, a message, a challenge, or a hash of one': [
    'door_test_photo.image',
    'door_test_report.pdf',
    'floor_plan.image',
    'gateway_report_key.public_key',
    'idempotency.request_hash',
    'passkey.credential_id',
    'passkey.public_key',
    'passkey_challenge.challenge',
    'quarantine.payload',
    'webhook_inbox_request.body',
  ],
};

test('every column of bytes is known to be sealed or not: a rotation of the key forgets none', async () => {
  const { rows } = await pool.query(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c
       join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace and not t.relispartition
     where c.table_schema = 'public' and c.data_type = 'bytea'`,
  );
  const known = [...SEALED_COLUMNS.map(({ name }) => name), ...Object.values(NOT_SEALED).flat()];
  expect(rows.map(({ name }) => name).sort()).toEqual(known.sort());
});
