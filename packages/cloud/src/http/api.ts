import type { Context } from '../context.js';
import type { Caller, Endpoint } from './endpoint.js';
import type { WebhookType } from './openapi/webhooks.js';

export interface Identity {
  caller: Caller;
  /** The account is a reseller's, which v1 does not serve. */
  platformMode: boolean;
}

/** The interface: what it serves and sends, and how it knows its callers. Features fill it in; nothing of HTTP imports one. */
export interface Api {
  endpoints: readonly Endpoint[];
  /** For the OpenAPI document. */
  webhooks: Readonly<Record<string, WebhookType>>;
  /** Whom a bearer token belongs to now; null for one that is worth nothing. */
  authenticate(context: Context, token: string): Promise<Identity | null>;
}
