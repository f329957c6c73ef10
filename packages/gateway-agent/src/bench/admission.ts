import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';

/* Who may use a page that this machine serves: the person at the machine, or the one device with the printed token. */

export interface AdmissionOptions {
  readonly host: string;
  readonly port: number;
  /** Serves the network, to the first browser that brings the token; else this machine alone. */
  readonly lan: boolean;
  /** Random text for the token and for the cookie that takes its place; of `lan` alone. */
  readonly makeToken: () => string;
}

export type Verdict =
  | { readonly kind: 'in' }
  /** The token was right, and is used up by this. */
  | { readonly kind: 'welcome'; readonly cookie: string }
  | { readonly kind: 'out'; readonly status: number; readonly message: string };

const COOKIE = 'door-agent';

export class Admission {
  readonly urls: readonly string[];
  readonly #hosts: ReadonlySet<string>;
  #token: string | null = null;
  #cookie: string | null = null;

  constructor({ host, port, lan, makeToken }: AdmissionOptions) {
    const own = lan ? lanNames() : [host];
    this.#hosts = new Set(
      [...own, 'localhost', '127.0.0.1', '[::1]'].map((name) => `${name.toLowerCase()}:${port}`),
    );
    if (lan) {
      this.#token = makeToken();
      this.#cookie = makeToken();
    }
    this.urls = own.map((name) => `http://${name}:${port}/${this.#token ? `?token=${this.#token}` : ''}`);
  }

  /** @param query of the request's own address */
  judge({ headers, method }: IncomingMessage, query: string): Verdict {
    // DNS rebinding: a foreign host name that resolves to this machine is rejected.
    if (!this.#hosts.has(headers.host?.toLowerCase() ?? ''))
      return out(421, 'this is not the name of the page');
    if (method === 'POST') {
      // Browsers send the page's origin with a POST; other origins are rejected.
      if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`)
        return out(403, 'posted from another page');
      if (headers['sec-fetch-site'] !== undefined && headers['sec-fetch-site'] !== 'same-origin')
        return out(403, 'posted from another page');
      if (!headers['content-type']?.startsWith('application/json'))
        return out(415, 'expected application/json');
    }
    if (this.#cookie === null || isSame(cookieOf(headers.cookie), this.#cookie)) return { kind: 'in' };
    const given = new URLSearchParams(query).get('token');
    if (method === 'GET' && this.#token !== null && isSame(given, this.#token)) {
      this.#token = null;
      return { kind: 'welcome', cookie: `${COOKIE}=${this.#cookie}; Path=/; HttpOnly; SameSite=Strict` };
    }
    return out(403, 'Open the address that the terminal printed. It is good for one browser, once.');
  }
}

const out = (status: number, message: string): Verdict => ({ kind: 'out', status, message });

function cookieOf(header: string | undefined): string | null {
  return new RegExp(`(?:^|; )${COOKIE}=([^;]*)`).exec(header ?? '')?.[1] ?? null;
}

function isSame(given: string | null, wanted: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Addresses by which others in the network reach this machine, and its name. */
function lanNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => address),
  );
  return [...addresses, hostname().toLowerCase()];
}
