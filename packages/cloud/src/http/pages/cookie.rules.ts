/*
 * The cookies that browsers and phones carry, and where a request that writes may come from. Ours and not `cookie`: of two
 * cookies of one name that takes the first, and a sibling domain can put one in front of ours. Two are none.
 */

/** Plain http is for this machine alone: a browser keeps no `__Host-` cookie without https. */
function cookieName(isHttps: boolean, name = 'session'): string {
  return isHttps ? `__Host-${name}` : name;
}

/** 256 random bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The session's token in a Cookie header; null where there is none, or more than one. */
export function readCookie(header: string | undefined, isHttps: boolean): string | null {
  return readToken(header, 'session', isHttps);
}

/** A token of ours by the name of its cookie, likewise. */
export function readToken(header: string | undefined, name: string, isHttps: boolean): string | null {
  const token = readNamedCookie(header, name, isHttps);
  return token !== null && TOKEN.test(token) ? token : null;
}

/** A cookie of ours by its name; null where there is none, or more than one. */
export function readNamedCookie(header: string | undefined, name: string, isHttps: boolean): string | null {
  const start = `${cookieName(isHttps, name)}=`;
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  return found.length === 1 ? (found[0]?.slice(start.length) ?? null) : null;
}

/** Set-Cookie for a new session, or with null to take it away. */
export function writeCookie(token: string | null, isHttps: boolean, maxAgeSeconds: number): string {
  return writeNamedCookie('session', token, isHttps, maxAgeSeconds);
}

export function writeNamedCookie(
  name: string,
  value: string | null,
  isHttps: boolean,
  maxAgeSeconds: number,
): string {
  const age = value === null ? 0 : maxAgeSeconds;
  return `${cookieName(isHttps, name)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${isHttps ? '; Secure' : ''}`;
}

/** A header that only our own pages set: a form of another site cannot, and its scripts may not. */
export const OWN_HEADER = 'x-dashboard';

/** Such as `https://doors.example`; null if no PUBLIC_URL is set. */
export function knownOrigin({ config }: { config: { PUBLIC_URL: string | null } }): string | null {
  return config.PUBLIC_URL === null ? null : new URL(config.PUBLIC_URL).origin;
}

export interface Provenance {
  origin: string | undefined;
  host: string | undefined;
  /** `Sec-Fetch-Site`, which older browsers do not send. */
  fetchSite: string | undefined;
  ownHeader: string | undefined;
  /** The public address of the service, if configured. */
  publicOrigin: string | null;
}

/** Whether a request that changes something was made by a page of ours. */
export function isOwnRequest({ origin, host, fetchSite, ownHeader, publicOrigin }: Provenance): boolean {
  if (ownHeader !== '1' || origin === undefined || !URL.canParse(origin)) return false;
  if (fetchSite !== undefined && fetchSite !== 'same-origin') return false;
  if (publicOrigin !== null && origin === publicOrigin) return true;
  return host !== undefined && new URL(origin).host === host.toLowerCase();
}
