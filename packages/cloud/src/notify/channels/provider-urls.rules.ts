/* Parses SMTP_URL and SMS_URL. An unusable URL gives a fault whose words repeat nothing of it. */

export type Parsed<T> = { settings: T; fault?: undefined } | { fault: string; settings?: undefined };

export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte on (`smtps:`). */
  secure: boolean;
  /** Without STARTTLS nothing is sent; so too wherever a password would cross the network. */
  requireTls: boolean;
  auth: { user: string; pass: string } | null;
  /** The sender's address; null: `no-reply` at the service's own host. */
  from: string | null;
}

/** `smtp[s]://[user:password@]host[:port][/?from=doors@example.com&tls=required]` */
export function parseSmtpUrl(text: string): Parsed<SmtpSettings> {
  const url = parseUrl(text);
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol))
    return { fault: 'must be a URL that starts with smtp:// or smtps://' };
  const credentials = readCredentials(url);
  if (!credentials) return { fault: 'has a user or password with a % that is no escape; write % as %25' };
  const unknown = [...url.searchParams.keys()].find((name) => name !== 'from' && name !== 'tls');
  if (unknown !== undefined) return { fault: 'takes no parameters but from and tls' };
  const tls = url.searchParams.get('tls');
  if (tls !== null && tls !== 'required') return { fault: 'takes tls=required or no tls at all' };
  const from = url.searchParams.get('from');
  if (from !== null && !isEmailAddress(from)) return { fault: 'has a from that is no e-mail address' };
  const host = bare(url.hostname);
  if (host === '') return { fault: 'names no host' };
  const secure = url.protocol === 'smtps:';
  const auth = credentials.user === '' ? null : { user: credentials.user, pass: credentials.password };
  return {
    settings: {
      host,
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      requireTls: !secure && (tls === 'required' || (auth !== null && !isLoopback(host))),
      auth,
      from,
    },
  };
}

export type SmsSettings =
  | {
      /** Twilio's Messages resource, or another's that takes the same form. */
      form: 'twilio';
      url: string;
      authorization: string | null;
      /** `From` or `MessagingServiceSid`, and whatever else the URL gives. */
      fields: Record<string, string>;
    }
  | {
      /** `POST {"id","to","from","text"}` as JSON. */
      form: 'json';
      url: string;
      authorization: string | null;
      from: string | null;
    };

const TWILIO_PATH = /^\/2010-04-01\/Accounts\/[^/]+\/Messages\.json$/;

/**
 * `https://ACCOUNT:TOKEN@api.twilio.com/2010-04-01/Accounts/ACCOUNT/Messages.json?From=+3584…`, or any other
 * `https://[user:password@]host/path?from=Doors`: a user and password are Basic, a password alone is a Bearer token.
 */
export function parseSmsUrl(text: string): Parsed<SmsSettings> {
  const url = parseUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return { fault: 'must be a URL that starts with http:// or https://' };
  const credentials = readCredentials(url);
  if (!credentials) return { fault: 'has a user or password with a % that is no escape; write % as %25' };
  const { user, password } = credentials;
  if (url.protocol === 'http:' && (user !== '' || password !== '') && !isLoopback(bare(url.hostname)))
    return { fault: 'would send its password unencrypted; use https://' };
  const basic = () => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const authorization = user !== '' ? basic() : password !== '' ? `Bearer ${password}` : null;
  url.username = '';
  url.password = '';
  url.hash = '';
  if (TWILIO_PATH.test(url.pathname)) {
    const fields = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, withPlus(value)]));
    if (!fields.From && !fields.MessagingServiceSid)
      return { fault: 'needs ?From=+NUMBER (or MessagingServiceSid) for Twilio' };
    url.search = '';
    return { settings: { form: 'twilio', url: url.href, authorization, fields } };
  }
  const from = url.searchParams.get('from');
  url.searchParams.delete('from');
  return {
    settings: { form: 'json', url: url.href, authorization, from: from === null ? null : withPlus(from) },
  };
}

/** One address, and nothing that a header or a list could be made of. */
export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(text);
}

/** E.164. */
export function isPhoneNumber(text: string): boolean {
  return /^\+[1-9][0-9]{5,14}$/.test(text);
}

/** An unescaped `+` arrives as a space. */
function withPlus(value: string): string {
  return value.replace(/^ (?=\d)/, '+');
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function readCredentials(url: URL): { user: string; password: string } | null {
  try {
    return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  } catch {
    return null;
  }
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
