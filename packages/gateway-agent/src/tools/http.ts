import { type IncomingMessage, request as plain, type RequestOptions } from 'node:http';
import { request as secure } from 'node:https';
import { reasonOf } from '../reason.rules.js';

/* One question to the service over HTTP. */

export interface Post {
  readonly url: URL;
  readonly body: unknown;
  /** PEM certificates to trust instead of the system's. */
  readonly ca: string | null;
  /** User and password, for Basic authentication. */
  readonly auth?: readonly [string, string];
}

export interface HttpAnswer {
  readonly status: number;
  /** The answer's JSON; null where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: another program's answer, checked by the caller
  readonly body: any;
}

const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** Why a certificate is not trusted, in words for the person who can correct it. */
export const TLS_ADVICE: Record<string, string> = {
  CERT_NOT_YET_VALID: 'the clock of this machine is behind: set it',
  CERT_HAS_EXPIRED: 'the certificate, or the clock of this machine: one of the two is out of date',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'the address names another host than the certificate: use the name the certificate bears',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'give the cloud’s own certificate with --ca',
  SELF_SIGNED_CERT_IN_CHAIN: 'give the root certificate of the cloud with --ca',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'give the root certificate of the cloud with --ca',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'give the root certificate of the cloud with --ca (or: apt install ca-certificates)',
  ECONNREFUSED: 'nothing listens there: check the address, and that the service runs',
  ECONNRESET: 'is this the address of the service’s pages, not of its broker?',
  ENOTFOUND: 'no address is known for that name: check it, and the DNS server of this network',
};

/** @throws one line, where there is no answer */
export async function postJson({ url, body, ca, auth }: Post): Promise<HttpAnswer> {
  const text = JSON.stringify(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(auth ? { auth: auth.join(':') } : {}),
  };
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked =
        url.protocol === 'https:'
          ? secure(url, { ...options, ...(ca ? { ca } : {}) }, resolve)
          : plain(url, options, resolve);
      asked.on('error', reject);
      asked.end(text);
    });
    let answer = '';
    for await (const chunk of response) {
      answer += chunk;
      if (answer.length > MAX_ANSWER_BYTES) throw new Error('it answers more than it should');
    }
    return { status: response.statusCode ?? 0, body: parse(answer) };
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const why = name === 'TimeoutError' || name === 'AbortError' ? 'no answer in time' : reasonOf(error);
    const advice = TLS_ADVICE[code ?? ''];
    throw new Error(`${url.origin}: ${why}${advice ? `; ${advice}` : ''}`, { cause: error });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error in the service's own words. */
export const refusalOf = ({ status, body }: HttpAnswer): string => {
  const { message, details } = body?.error ?? {};
  const more = (details ?? []).map(
    (detail: { field: string; message: string }) => `${detail.field}: ${detail.message}`,
  );
  return [message ?? `the service answers ${status}`, ...more].join(' ');
};
