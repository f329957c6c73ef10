// Receives webhooks as they should be received: verified, stored before the answer, acted on once, whatever their sequence:
//   npm run build && WEBHOOK_SECRET=whsec_… PORT=9000 node examples/receiver.mjs
//   WEBHOOK_SECRET=whsec_… npx doors-testkit check http://127.0.0.1:9000/hook --effects http://127.0.0.1:9000/effects
// FOR_TESTS=on, as the second line needs it, adds /effects and /crash: never in production.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { deduplicationKey, verifyWebhook, WebhookVerificationError } from '@door-access/client';

const { WEBHOOK_SECRET = '', PORT = '9000', SERVICE_NAME = 'Service', FOR_TESTS = 'off' } = process.env;
const { JOURNAL = './webhooks.jsonl' } = process.env;
if (WEBHOOK_SECRET === '') {
  console.error('Set WEBHOOK_SECRET: the answer to POST /webhooks shows it, once.');
  process.exit(1);
}
const HEADER = `x-${SERVICE_NAME.toLowerCase()}-signature`;
const MAX_BYTES = 1_000_000;
/** A grant opens the turnstile for so long after it occurred. */
const OPENS_WITHIN_MS = 60_000;

/** What is known, all of it from the journal: a database in earnest, with a unique index on the key. */
const known = { keys: new Set(), waiting: new Map(), handled: [], opened: [], doors: {} };

function write(line) {
  // On disk once this returns: after a 2xx the event is not sent again.
  appendFileSync(JOURNAL, `${JSON.stringify(line)}\n`, { flush: true });
  remember(line);
}

function remember({ key, envelope, done, opened }) {
  if (envelope) {
    known.keys.add(key);
    known.waiting.set(key, envelope);
    return;
  }
  const { id, type, data } = known.waiting.get(done);
  known.waiting.delete(done);
  known.handled.push(id);
  if (opened) known.opened.push(id);
  if (!['door.opened', 'door.closed'].includes(type)) return;
  // Events arrive in any sequence: an older one changes nothing.
  const state = known.doors[data.lock.id];
  if (!state || state.at <= data.occurred_at)
    known.doors[data.lock.id] = { at: data.occurred_at, is: type.slice('door.'.length) };
}

function act(key) {
  const { type, data } = known.waiting.get(key);
  const isFresh = Date.now() - Date.parse(data.occurred_at) <= OPENS_WITHIN_MS;
  const opened = type === 'access.granted' && isFresh;
  if (opened) console.log(`The turnstile opens for ${data.person?.name ?? 'someone'}.`);
  if (type === 'door.forced') console.log(`ALARM: ${data.lock.name} was forced.`);
  write({ done: key, opened });
}

if (existsSync(JOURNAL)) for (const line of lines(readFileSync(JOURNAL, 'utf8'))) remember(line);
// What was stored and answered before a crash.
for (const key of [...known.waiting.keys()]) act(key);

/** The last line may have been cut short; its delivery got no answer, and comes again. */
function lines(text) {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

const server = createServer(async (request, response) => {
  if (FOR_TESTS === 'on' && request.url === '/effects') {
    const doors = Object.fromEntries(Object.entries(known.doors).map(([id, { is }]) => [id, is]));
    const { handled, opened } = known;
    return void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ handled, opened, doors }));
  }
  if (FOR_TESTS === 'on' && request.url === '/crash') process.kill(process.pid, 'SIGKILL');
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BYTES) return void request.destroy();
    chunks.push(chunk);
  }
  try {
    const rawBody = Buffer.concat(chunks);
    const signature = request.headers[HEADER];
    const envelope = await verifyWebhook({ secret: WEBHOOK_SECRET, rawBody, signature, now: Date.now() });
    const key = deduplicationKey(envelope);
    const isNew = !known.keys.has(key);
    // Nothing waits between this look and the write: two of the same at once do not get by.
    if (isNew) write({ key, envelope });
    response.writeHead(204).end();
    if (isNew) setImmediate(act, key);
  } catch (error) {
    const isForged = error instanceof WebhookVerificationError;
    console.error(error.message);
    // After a 500 it is sent again.
    response.writeHead(isForged ? 400 : 500).end();
  }
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`Listening on port ${server.address().port}`));
