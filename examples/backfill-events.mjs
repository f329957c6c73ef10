// Prints the access log from a moment on, oldest first, one JSON line an event:
//   npm run build && BASE_URL=http://127.0.0.1:8080/v1 API_KEY=… node examples/backfill-events.mjs 2026-01-07T00:00:00Z
import { createDoorAccessClient, list } from '@door-access/client';

const { BASE_URL = 'http://127.0.0.1:8080/v1', API_KEY = '' } = process.env;
if (API_KEY === '') {
  console.error('Set API_KEY: npm start prints one, and so does npx doorctl api-key create.');
  process.exit(1);
}
const client = createDoorAccessClient({ baseUrl: BASE_URL, apiKey: API_KEY });
const since = process.argv[2] ?? new Date(Date.now() - 24 * 3_600_000).toISOString();

try {
  // Keep the last one's time: the next run goes on from there, and finds that one again.
  for await (const event of list(client, '/events', { query: { since, order: 'asc', limit: 100 } }))
    console.log(JSON.stringify(event));
} catch (error) {
  const { code } = error.cause ?? {};
  console.error(
    code ? `${BASE_URL} does not answer (${code}): start the service, or set BASE_URL` : error.message,
  );
  process.exitCode = 1;
}
