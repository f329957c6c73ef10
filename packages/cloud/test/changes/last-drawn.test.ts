import { expect, test } from '@jest/globals';
import pg from 'pg';
import { testDatabase } from '../../../../test/setup/database.js';
import { LAST_DRAWN } from '../../src/changes/horizon.js';

const { url } = await testDatabase();

const DRAWERS = 4;
const LOOKS = 150_000;

/** PL/pgSQL, so that looks and draws meet as often as they can. */
const block = (body: string) =>
  `do $$ declare seen bigint; real bigint; ahead int := 0; begin ${body} end $$`;

async function session<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// A change with a number that readers have been led past would be missed by them.
test('the last number drawn is never one that is still to be drawn', async () => {
  const drawing = Array.from({ length: DRAWERS }, () =>
    session((client) =>
      client.query(block(`for i in 1..${3 * LOOKS} loop perform nextval('event_id_seq'); end loop;`)),
    ),
  );
  const ahead = await session(async (client) => {
    let counted = Number.NaN;
    client.on('notice', ({ message }) => {
      counted = Number(message);
    });
    // What is read later can only be more.
    await client.query(
      block(`for i in 1..${LOOKS} loop
        seen := ${LAST_DRAWN};
        select p.last_value into real from pg_sequences p where p.sequencename = 'event_id_seq';
        if seen > real then ahead := ahead + 1; end if;
      end loop; raise notice '%', ahead;`),
    );
    return counted;
  });
  await Promise.all(drawing);
  expect(ahead).toBe(0);
});
