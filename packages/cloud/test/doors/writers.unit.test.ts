import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

/* What is true about doors, and of the past, is written in `doors/` alone. */

const sources = fileURLToPath(new URL('../../src/', import.meta.url));

/** Also statements whose table is only known when they run. */
const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?(event|event_scope|door_state|command|\$\{\w+\})(?=[\s;(`'"]|$)/gi;
const PRISMA_WRITES = /\.(?:event|eventScope|doorState|command)\s*\.(?:create|update|delete|upsert)/g;

const EXCEPTIONS: Record<string, string> = {
  'locations/tree.ts: event_scope': 'who sees an event follows the tree; the event stays as it is',
  'past/forget.ts: command': 'a past that was made goes when a real gateway comes',
  'past/forget.ts: event': 'a past that was made goes when a real gateway comes',
  'past/forget.ts: event_scope': 'a past that was made goes when a real gateway comes',
  'past/make.ts: command': 'of a past that is made: the rules of doors have decided them',
  'people/erase.ts: event': 'an erased person is taken out of the past',
  'people/erase-texts.ts: event': 'an erased name is taken out of the past',
  'people/erase-texts.ts: {table}': 'an erased name is taken out of texts, those of commands too',
  'retention/archived.ts: event_scope': 'months that were archived come back as they were',
  'retention/archived.ts: {table}': 'months that were archived come back as they were',
  'retention/commands.ts: command': 'what is kept moves between partitions as it is',
  'retention/events.ts: event': 'what is kept moves between partitions as it is',
  'retention/events.ts: event_scope': 'what is kept moves between partitions as it is',
  'sealing/columns.ts: {table}': 'what is sealed is sealed anew; no column of doors is',
  'transfer/import.ts: event_scope': 'the past of an account comes as it was',
  'transfer/import.ts: {table}': 'the past of an account comes as it was',
};

const writers = readdirSync(sources, { recursive: true })
  .map((name) => String(name).replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !/^(doors|generated)\//.test(name))
  .flatMap((name) => {
    const text = readFileSync(sources + name, 'utf8');
    const tables = [...text.matchAll(WRITES)].map(([, table]) => `${name}: ${table?.replace('$', '')}`);
    return [...tables, ...[...text.matchAll(PRISMA_WRITES)].map(([call]) => `${name}: ${call}`)];
  });

test('outside doors/, only the exceptions write events, states of doors or commands', () => {
  expect([...new Set(writers)].sort()).toEqual(Object.keys(EXCEPTIONS).sort());
});

test.each([
  'insert into event (',
  'update door_state s set',
  'delete from\n  command;',
  ['UPDATE $', '{table} t'].join(''),
])('the search finds %j', (text) => expect(text.match(WRITES)).toHaveLength(1));
