// Prints all that happened since a cursor, in the order in which it was recorded, one JSON line a change, and at the end
// where to go on from. Without a cursor it begins at the oldest change that is kept:
//   npm run build && BASE_URL=http://127.0.0.1:8080/v1 API_KEY=… node examples/backfill-events.mjs [CURSOR]
import { createDoorAccessClient, take } from '@door-access/client';

const { BASE_URL = 'http://127.0.0.1:8080/v1', API_KEY = '' } = process.env;
if (API_KEY === '') {
  console.error('Set API_KEY: npm start prints one, and so does npx doorctl api-key create.');
  process.exit(1);
}
const client = createDoorAccessClient({ baseUrl: BASE_URL, apiKey: API_KEY });

let after = process.argv[2];
try {
  for (let hasMore = true; hasMore; ) {
    const query = { limit: 500, ...(after === undefined ? {} : { after }) };
    const page = await take(client.GET('/changes', { params: { query } }));
    for (const change of page.data) console.log(JSON.stringify(change));
    // Keep it once what came before it is worked on: going on from it misses nothing and repeats nothing.
    after = page.next_cursor;
    hasMore = page.has_more;
  }
  console.error(`Go on with: node examples/backfill-events.mjs ${after}`);
} catch (error) {
  const { code } = error.cause ?? {};
  console.error(
    code ? `${BASE_URL} does not answer (${code}): start the service, or set BASE_URL` : error.message,
  );
  process.exitCode = 1;
}
