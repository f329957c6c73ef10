// Receives webhooks, and acts on each event once:
//   npm run build && WEBHOOK_SECRET=whsec_… PORT=9000 node examples/receive-webhooks.mjs
// The service must be able to reach it: https and a public host, or WEBHOOK_ALLOW_PRIVATE=on while developing.
import { createServer } from 'node:http';
import { deduplicationKey, verifyWebhook, WebhookVerificationError } from '@door-access/client';

const { WEBHOOK_SECRET = '', PORT = '9000', SERVICE_NAME = 'Service' } = process.env;
if (WEBHOOK_SECRET === '') {
  console.error('Set WEBHOOK_SECRET: the answer to POST /webhooks shows it, once.');
  process.exit(1);
}
const HEADER = `x-${SERVICE_NAME.toLowerCase()}-signature`;
const MAX_BYTES = 1_000_000;

/** In a database in earnest, kept for longer than retries go on. */
const seen = new Set();

const server = createServer(async (request, response) => {
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
    const isNew = !seen.has(key);
    seen.add(key);
    response.writeHead(204).end();
    if (isNew) console.log(envelope.created_at, envelope.type, JSON.stringify(envelope.data));
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    console.error(error.message);
    response.writeHead(400).end();
  }
});

server.listen(Number(PORT), () => console.log(`Listening on port ${server.address().port}`));
