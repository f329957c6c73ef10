import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { statements } from '../../src/database/statement.js';

/* The declared rows of all statements, held against what PostgreSQL says of each once it has parsed it. */

const sources = fileURLToPath(new URL('../../src/', import.meta.url));
for (const name of readdirSync(sources, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.ts') && /\bstatement\(/.test(readFileSync(`${sources}${name}`, 'utf8')))
    await import(`${sources}${name}`);

const database = await testDatabase('statements');
const client = new pg.Client(database.url);
await client.connect();
afterAll(() => client.end());

interface Described {
  name: string;
  type: string;
  /** Null: an expression, of which PostgreSQL does not know it. */
  isNullable: boolean | null;
}

interface Field {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
}

/** What the server answers to Parse and Describe, which runs nothing. A client takes any object with these methods. */
function fieldsOf(text: string): Promise<Field[]> {
  return new Promise((resolve, reject) => {
    let fields: Field[] = [];
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => {
        fields = message.fields;
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    } as unknown as pg.Submittable);
  });
}

async function describeRow(sql: string): Promise<Described[]> {
  const fields = await fieldsOf(sql);
  const { rows } = await client.query(
    `select format_type(x.type, null) as type, not a.attnotnull as nullable
     from rows from (json_to_recordset($1::json) as (type oid, relation oid, place int)) with ordinality as x
     left join pg_attribute a on a.attrelid = x.relation and a.attnum = x.place order by x.ordinality`,
    [
      JSON.stringify(
        fields.map((field) => ({ type: field.dataTypeID, relation: field.tableID, place: field.columnID })),
      ),
    ],
  );
  return fields.map(({ name }, index) => ({
    name,
    type: rows[index].type === 'json' ? 'jsonb' : rows[index].type,
    isNullable: rows[index].nullable,
  }));
}

test.each(statements.map((one) => [one.name, one] as const))(
  'the row of %s is what PostgreSQL says',
  async (_, one) => {
    const described = await describeRow(one.text);
    const declared = Object.entries(one.columns).map(([name, { type }]) => ({ name, type }));
    expect(declared.toSorted(byName)).toEqual(
      described.map(({ name, type }) => ({ name, type })).toSorted(byName),
    );
    const wrongly = described.filter(({ name, isNullable }) => {
      const column = one.columns[name];
      return isNullable && !column?.isNullable && !column?.isPresent;
    });
    expect(wrongly.map(({ name }) => `${name} may be null`)).toEqual([]);
  },
);

test('each statement has a name of its own', () => {
  const names = statements.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
