// Opens a door and waits until its device has said so:
//   npm run build && BASE_URL=http://127.0.0.1:8080/v1 API_KEY=… node examples/open-a-door.mjs [LOCK_ID]
import { createDoorAccessClient, list, unlock } from '@door-access/client';

const { BASE_URL = 'http://127.0.0.1:8080/v1', API_KEY = '' } = process.env;
if (API_KEY === '') {
  console.error('Set API_KEY: npm start prints one, and so does npx doorctl api-key create.');
  process.exit(1);
}
const client = createDoorAccessClient({ baseUrl: BASE_URL, apiKey: API_KEY });

async function firstRemoteLock() {
  for await (const lock of list(client, '/locks', { query: { type: 'remote' } }))
    if (lock.online) return lock.id;
  throw new Error('No remote lock is online.');
}

try {
  const lockId = process.argv[2] ? Number(process.argv[2]) : await firstRemoteLock();
  const { lock } = await unlock(client, lockId, { reason: 'an example' });
  console.log(`${lock.name}: unlocked`);
} catch (error) {
  const { code } = error.cause ?? {};
  console.error(
    code ? `${BASE_URL} does not answer (${code}): start the service, or set BASE_URL` : error.message,
  );
  process.exitCode = 1;
}
