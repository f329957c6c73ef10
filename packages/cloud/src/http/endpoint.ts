import type { z } from 'zod';
import type { Context } from '../context.js';
import type { ErrorDetail, ErrorName } from '../errors.js';

export const SCOPES = [
  'catalog:read',
  'people:read',
  'people:write',
  'keys:read',
  'keys:write',
  'locks:control',
  'events:read',
  'webhooks:manage',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Who calls: an API key, and through it exactly one location and all below it. */
export interface Caller {
  apiKey: { id: number; name: string };
  accountId: number;
  locationId: number;
  scopes: ReadonlySet<Scope>;
}

/** A person at the dashboard, who may stand where an API key's caller does; roles are checked before any verb. */
export interface Manager extends Omit<Caller, 'apiKey'> {
  apiKey: null;
  user: { id: string; name: string };
}

/** Somebody with a key on their phone, at one lock that it opens; which it does is checked before any verb. */
export interface KeyHolder extends Omit<Caller, 'apiKey'> {
  apiKey: null;
  key: { id: number; name: string };
  personId: string | null;
  /** When the key ends. */
  until: Date | null;
  /** The lock's. */
  timezone: string;
}

export interface EndpointRequest<Params, Query, Body> {
  context: Context;
  caller: Caller | Manager;
  params: Params;
  query: Query;
  body: Body;
  /** Aborts when the caller hangs up. */
  signal: AbortSignal;
  requestId: string;
}

/** An additional limiter, counted per API key over one minute. */
export interface EndpointLimit {
  name: string;
  perMinute: number;
  /** Counted even where a later check rejects, and shown in the headers (POST /keys). */
  countBeforeChecks?: boolean;
}

/**
 * One declaration per endpoint: routing, the order of checks, OpenAPI, 405s and the test matrices follow from it.
 * Schemas are strict zod objects: an unknown query parameter is 400, an unknown body field is a 422 detail.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base path, parameters in braces: `/locks/{id}`. */
  path: string;
  /** Any one of these is enough; a write scope stands for its read scope by being listed. */
  scopes: readonly [Scope, ...Scope[]] | readonly [];
  /** Served without an API key too (the OpenAPI document); `scopes` is empty then, and `caller` absent. */
  public?: true;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Success: status and body schema (null: no body). Further statuses for the same body in `alsoStatus`. */
  status: number;
  alsoStatus?: number[];
  answer: Answer | null;
  /** Errors that only this endpoint's handler gives, beyond those of the pipeline. */
  errors?: readonly ErrorName[];
  limit?: EndpointLimit;
  /** Takes the Idempotency-Key header. */
  idempotent?: boolean;
  /** Of the success body, for the OpenAPI document. */
  example?: unknown;
  /** Of the request body, likewise. */
  bodyExample?: unknown;
  /**
   * Of a body that its schema refuses: what the handler would find fault with in the fields that are right by
   * themselves, so that a caller is told everything at once. Of a row that is not there nothing: the body comes first.
   */
  moreFaults?: (given: {
    context: Context;
    caller: Caller | Manager;
    params: z.output<Params>;
    fields: Partial<z.output<Body>>;
  }) => Promise<ErrorDetail[]>;
  handler: (
    request: EndpointRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
}

export interface EndpointAnswer<Body = unknown> {
  /** Where it differs from the declared one. */
  status?: number;
  body?: Body;
  /** The same body as it is sent, where it is always the same: one buffer for every reader. */
  json?: Buffer;
  headers?: Record<string, string | string[]>;
  /** Whose personal data the body holds: where it is kept for a retry, it is erased with the person. */
  personId?: string;
}

/** Keeps the types of one declaration together; the list of endpoints holds them as plain `Endpoint`s. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: Endpoint<Params, Query, Body, Answer>): Endpoint {
  return declaration as unknown as Endpoint;
}
