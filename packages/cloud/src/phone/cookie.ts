import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.js';
import { readPhoneCookie, writePhoneCookie } from '../keys/phone.rules.js';

export const isHttps = ({ config }: Pick<Context, 'config'>): boolean =>
  config.PUBLIC_URL?.startsWith('https:') ?? false;

export const phoneToken = (context: Context, request: IncomingMessage): string | null =>
  readPhoneCookie(request.headers.cookie, isHttps(context));

/** The cookie once more, for another while. */
export const renewed = (context: Context, token: string): Record<string, string> => ({
  'Set-Cookie': writePhoneCookie(token, isHttps(context)),
});
