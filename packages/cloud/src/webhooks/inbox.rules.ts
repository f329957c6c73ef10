import { timingSafeEqual } from 'node:crypto';
import { sign } from '../deliveries/signature.rules.js';

/* How a receiver checks a delivery, step by step and in words, for the person who writes one. */

export interface Received {
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Unix milliseconds. */
  receivedAt: number;
}

export interface Step {
  name: 'header' | 'timestamp' | 'body' | 'compare';
  ok: boolean;
  text: string;
}

const TOLERANCE_SECONDS = 300;
const SIGNATURE = /^t=(\d{1,12})((?:,v1=[0-9a-f]{64}){1,2})$/;

/** @param prefix `X-Service-`, in any case @param secrets of the webhook that sent it; none where none of ours did */
export function explainSignature(
  { headers, body, receivedAt }: Received,
  prefix: string,
  secrets: readonly string[],
): Step[] {
  const name = `${prefix}Signature`;
  const given = headers[name.toLowerCase()];
  if (given === undefined)
    return [{ name: 'header', ok: false, text: `There is no ${name}: this was not sent by a webhook.` }];
  const parts = SIGNATURE.exec(given);
  if (!parts) {
    const text = `${name} is not t=<unix seconds>,v1=<64 hex digits>.`;
    return [{ name: 'header', ok: false, text }];
  }
  const t = Number(parts[1]);
  const signatures = (parts[2] as string).split(',v1=').slice(1);
  const age = receivedAt / 1_000 - t;
  const steps: Step[] = [
    {
      name: 'header',
      ok: true,
      text: `Split ${name} at the commas: t is ${t}, v1 is ${signatures.join(' and ')}.`,
    },
    {
      name: 'timestamp',
      ok: Math.abs(age) <= TOLERANCE_SECONDS,
      text: `t is ${describeAge(age)} this clock; up to ${TOLERANCE_SECONDS} s either way are taken.`,
    },
  ];
  const input = `HMAC-SHA256 over "${t}." and the ${body.length} bytes of the body as they came`;
  if (secrets.length === 0) {
    const text = `${input} cannot be computed: the delivery is of no webhook that this service knows, so it has no secret.`;
    return [...steps, { name: 'body', ok: false, text }];
  }
  const isEqual = secrets.some((secret) => {
    const computed = Buffer.from(sign(secret, t, body).replace(/^.*v1=/, ''));
    return signatures.some((v1) => timingSafeEqual(computed, Buffer.from(v1)));
  });
  // The result is not shown: a sender of a made-up body would have it signed.
  return [
    ...steps,
    { name: 'body', ok: true, text: `${input} is computed, keyed with the webhook's secret.` },
    {
      name: 'compare',
      ok: isEqual,
      text: isEqual
        ? 'Compared in constant time with each v1, it is the same: the delivery is genuine.'
        : 'Compared in constant time with each v1, it differs: the body or the secret is another. Refuse it.',
    },
  ];
}

function describeAge(seconds: number): string {
  const rounded = Math.abs(seconds).toFixed(1);
  return seconds >= 0 ? `${rounded} s before` : `${rounded} s ahead of`;
}
