import type { IncomingMessage } from 'node:http';
import type { Context } from '../context.js';
import {
  PHONE_TOKEN_BYTES,
  readPhoneCookie,
  readVisitCookie,
  toPhoneToken,
  writePhoneCookie,
  writeVisitCookie,
} from './phone.rules.js';

export const isHttps = ({ config }: Pick<Context, 'config'>): boolean =>
  config.PUBLIC_URL?.startsWith('https:') ?? false;

export const phoneToken = (context: Context, request: IncomingMessage): string | null =>
  readPhoneCookie(request.headers.cookie, isHttps(context));

export const newToken = ({ ids }: Pick<Context, 'ids'>): string => toPhoneToken(ids.bytes(PHONE_TOKEN_BYTES));

/** The token of a browser at the setup page: that of its phone, or of its visit. */
export const visitToken = (context: Context, request: IncomingMessage): string | null =>
  phoneToken(context, request) ?? readVisitCookie(request.headers.cookie, isHttps(context));

export const visited = (context: Context, token: string): Record<string, string> => ({
  'Set-Cookie': writeVisitCookie(token, isHttps(context)),
});

/** Renews the cookie. */
export const renewed = (context: Context, token: string): Record<string, string> => ({
  'Set-Cookie': writePhoneCookie(token, isHttps(context)),
});
