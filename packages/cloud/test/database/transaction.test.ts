import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { PoolClient } from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { transaction } from '../../src/context.js';

const { pool } = await testDatabase();

beforeAll(async () => {
  await pool.query('create table box (name text primary key, content int not null)');
});
beforeEach(async () => {
  await pool.query("truncate box; insert into box values ('left', 0), ('right', 0)");
});

const add = (client: PoolClient, name: string, content: number) =>
  client.query('update box set content = content + $2 where name = $1', [name, content]);

const contents = async () =>
  (await pool.query("select string_agg(name || ' ' || content, ', ' order by name) as boxes from box"))
    .rows[0].boxes;

/** Resolves once so many have come. */
function meeting(count: number): () => Promise<void> {
  let missing = count;
  let open = () => {};
  const met = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (--missing <= 0) open();
    return met;
  };
}

test('two transactions that wait for each other are both carried out, each once', async () => {
  const bothHoldOne = meeting(2);
  let runs = 0;
  const changes = (first: string, second: string, content: number) =>
    transaction(pool, async (client) => {
      runs++;
      await add(client, first, content);
      await bothHoldOne();
      await add(client, second, content);
    });
  await Promise.all([changes('left', 'right', 1), changes('right', 'left', 10)]);
  expect(await contents()).toBe('left 11, right 11');
  // On a busy machine the one that was broken off is back before the other is awake, and they collide once more.
  expect(runs).toBeGreaterThanOrEqual(3);
});

test('what the database breaks off four times is an error, and nothing of it stays', async () => {
  let runs = 0;
  const work = transaction(pool, async (client) => {
    runs++;
    await add(client, 'left', 1);
    await client.query(
      "do $$ begin raise exception 'not now' using errcode = 'serialization_failure'; end $$",
    );
  });
  await expect(work).rejects.toThrow('not now');
  expect(runs).toBe(4);
  expect(await contents()).toBe('left 0, right 0');
});

test('any other error is reported at once, and nothing of the work stays', async () => {
  let runs = 0;
  const work = transaction(pool, async (client) => {
    runs++;
    await add(client, 'left', 1);
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(runs).toBe(1);
  expect(await contents()).toBe('left 0, right 0');
});

test('the first statement goes out with BEGIN, and the last with COMMIT', async () => {
  const writes: string[] = [];
  await transaction(pool, async (client, last) => {
    const { stream } = client.connection;
    const write = stream._writev?.bind(stream);
    stream._writev = (chunks, done) => {
      writes.push(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)).toString('latin1'));
      write?.(chunks, done);
    };
    try {
      await client.query({ text: 'update box set content = 1 where name = $1', values: ['left'] });
      await last(() =>
        client.query({ text: 'update box set content = 2 where name = $1', values: ['right'] }),
      );
    } finally {
      // The stream's own is that of its class again.
      Reflect.deleteProperty(stream, '_writev');
    }
  });
  expect(writes.map((sent) => sent.match(/BEGIN|= 1|= 2|COMMIT/g))).toEqual([
    ['BEGIN', '= 1'],
    ['= 2', 'COMMIT'],
  ]);
  expect(await contents()).toBe('left 1, right 2');
});

test('a row that another made first is found by the run after, where the caller says so', async () => {
  const bothLooked = meeting(2);
  const make = () =>
    transaction(
      pool,
      async (client) => {
        const { rowCount } = await client.query("select from box where name = 'new' for update");
        await bothLooked();
        if (rowCount) await add(client, 'new', 1);
        else await client.query("insert into box values ('new', 1)");
      },
      { collisions: ['23505'] },
    );
  await Promise.all([make(), make()]);
  expect(await contents()).toBe('left 0, new 2, right 0');
});
