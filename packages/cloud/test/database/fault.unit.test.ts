import { expect, test } from '@jest/globals';
import { databaseFault } from '../../src/database/fault.js';
import { MigrationError } from '../../src/database/migrate.js';

const elsewhere = { DATABASE_URL: 'postgresql://door:s3cret@db.example/door', DATA_DIR: './data' };
const embedded = { DATABASE_URL: null, DATA_DIR: './data' };
const error = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);

test.each([
  [
    error('timeout exceeded when trying to connect'),
    'DATABASE_URL: the database cannot be used (timeout exceeded when trying to connect): it is too busy to answer in time; try again when it has less to do',
  ],
  [
    error('Query read timeout'),
    'DATABASE_URL: the database cannot be used (Query read timeout): it is too busy to answer in time; try again when it has less to do',
  ],
  [
    error('canceling statement due to statement timeout', { code: '57014' }),
    'DATABASE_URL: the database cannot be used (canceling statement due to statement timeout): it is too busy to answer in time; try again when it has less to do',
  ],
  [
    error('Connection terminated unexpectedly'),
    'DATABASE_URL: the database cannot be used (Connection terminated unexpectedly): see that it runs, and that host, port and user are right',
  ],
  [
    Object.assign(
      new AggregateError(
        [error('connect ECONNREFUSED ::1:1'), error('connect ECONNREFUSED 127.0.0.1:1')],
        '',
      ),
      { code: 'ECONNREFUSED' },
    ),
    'DATABASE_URL: the database cannot be used (connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1): see that it runs, and that host, port and user are right',
  ],
  [
    error('password authentication failed for user "door"', { code: '28P01' }),
    'DATABASE_URL: the database cannot be used (password authentication failed for user "door"): the user or the password is not right, or may not come from here (pg_hba.conf)',
  ],
  [
    error('the database system is shutting down', { code: '57P03' }),
    'DATABASE_URL: the database cannot be used (the database system is shutting down): it stops or starts just now; try again',
  ],
  [new MigrationError('A newer release\nhas used it.'), 'DATABASE_URL: A newer release has used it.'],
])('%s is reported in one line with the setting, the reason and what to do', (fault, line) => {
  expect(databaseFault(fault, elsewhere)).toBe(line);
  expect(databaseFault(fault, embedded)).toMatch(/^DATA_DIR=\.\/data: /);
});

test('a mistake of ours is not blamed on the database', () => {
  for (const ours of [
    new TypeError('x is not a function'),
    error('duplicate key value', { code: '23505' }),
    error('no such file', { code: 'ENOENT', syscall: 'open' }),
  ])
    expect(databaseFault(ours, elsewhere)).toBeNull();
});
