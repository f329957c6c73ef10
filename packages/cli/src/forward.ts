import { readFile } from 'node:fs/promises';
import { type Change, signWebhook } from '@door-access/client';
import { CommandError, type Terminal } from './terminal.js';

/* A change sent as the service would send its webhook. */

export interface Destination {
  url: string;
  secret: string;
  serviceName: string;
}

export interface Outcome {
  /** Of the answer; null without one. */
  status: number | null;
  error: string | null;
  ms: number;
}

const TIMEOUT_MS = 10_000;
const SECRET_BYTES = 32;

async function to(
  terminal: Terminal,
  given: { forward: string; secretFile?: string; serviceName: string },
): Promise<{ destination: Destination; madeSecret: string | null }> {
  const { forward: url, secretFile, serviceName } = given;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CommandError(`--forward takes an address such as http://localhost:3000/hook, not "${url}"`);
  if (!/^[A-Za-z0-9-]{1,40}$/.test(serviceName))
    throw new CommandError('--service-name takes 1 to 40 letters, digits and hyphens');
  if (secretFile !== undefined) {
    const secret = await readFile(secretFile, 'utf8').catch((error) => {
      throw new CommandError(`--secret-file ${secretFile} cannot be read: ${error.code}`);
    });
    return { destination: { url, serviceName, secret: secret.trim() }, madeSecret: null };
  }
  const made = `whsec_${Buffer.from(terminal.bytes(SECRET_BYTES)).toString('base64url')}`;
  return { destination: { url, serviceName, secret: made }, madeSecret: made };
}

async function send(
  terminal: Terminal,
  change: Change,
  { url, secret, serviceName }: Destination,
): Promise<Outcome> {
  const { id, type, recorded_at: created_at, data } = change;
  const body = JSON.stringify({ id, type, created_at, data });
  const t = Math.floor(terminal.now() / 1000);
  const prefix = `X-${serviceName}`;
  const began = terminal.now();
  const taken = () => Math.round(terminal.now() - began);
  try {
    const answer = await terminal.fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': `${serviceName}-Webhooks/1.0`,
        [`${prefix}-Event`]: type,
        [`${prefix}-Delivery`]: id,
        [`${prefix}-Timestamp`]: String(t),
        [`${prefix}-Signature`]: await signWebhook(secret, t, body),
      },
      body,
      signal: AbortSignal.any([terminal.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    return { status: answer.status, error: null, ms: taken() };
  } catch (error) {
    terminal.signal.throwIfAborted();
    const { cause, message, name } = error as Error & { cause?: { code?: string } };
    const reason = name === 'TimeoutError' ? 'no answer within 10 s' : (cause?.code ?? message);
    return { status: null, error: reason, ms: taken() };
  }
}

export const forward = { to, send };
