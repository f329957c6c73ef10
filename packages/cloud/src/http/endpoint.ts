import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Context } from '../context.js';
import type { OfToken } from '../database/of-token.js';
import type { ErrorDetail, ErrorName } from '../errors.js';
import type { Deprecation } from './deprecation.rules.js';
import type { Role } from './role.rules.js';

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

/** A signed-in person, at their own location or at one below it that they look at. */
export interface SignedIn extends Manager {
  sessionId: string;
  /** When they signed in, Unix milliseconds. */
  signedInAt: number;
  email: string;
  hasPassword: boolean;
  role: Role;
  /** Where their role holds, whatever they look at. */
  homeLocationId: number;
  homeLocation: string;
  account: { id: number; name: string };
  /** What happened up to then was made up; null: nothing was. */
  generatedUntil: Date | null;
}

/** A phone that its cookie identifies. */
export interface KnownPhone {
  id: string;
  created_at: Date;
  last_seen_at: Date;
}

/** A person with a key on their phone, at one lock that it opens; the pipeline checks which before any verb. */
export interface KeyHolder extends Omit<Caller, 'apiKey'> {
  apiKey: null;
  key: { id: number; name: string };
  personId: string | null;
  /** When the key ends. */
  until: Date | null;
  /** The lock's. */
  timezone: string;
}

/** A gateway that calls over HTTP by its credential. */
export interface KnownGateway {
  id: string;
  account_id: number;
  location_id: number;
  name: string;
}

/** What is known of the caller. */
export interface Known {
  caller?: Caller;
  user?: SignedIn | null;
  phone?: KnownPhone | null;
  gateway?: KnownGateway | null;
  /** Looked up while the caller was identified. */
  ahead?: Promise<unknown> | null;
}

interface Given<Params, Query, Body> {
  context: Context;
  params: Params;
  query: Query;
  body: Body;
  /** Aborts when the caller hangs up. */
  signal: AbortSignal;
  requestId: string;
  /** When the request came, on the monotonic clock; the time that its body took is not counted. */
  arrived: number;
}

export interface EndpointRequest<Params, Query, Body, Ahead = unknown> extends Given<Params, Query, Body> {
  caller: Caller | Manager;
  /** What `ahead` found; null where nothing went ahead. */
  ahead: Promise<Ahead> | null;
}

/** What is known of a request before its caller is. */
export interface Unidentified<Params, Query> {
  context: Context;
  /** Where the caller's key is, in place of the caller. */
  place: { locationId: OfToken };
  params: Params;
  query: Query;
}

export interface StreamRequest<Params, Query> extends Given<Params, Query, undefined> {
  caller: Caller;
  request: IncomingMessage;
}

export interface PageRequest<Params, Query, Body> extends Given<Params, Query, Body> {
  /** Null if the endpoint needs no sign-in and no one is signed in. */
  user: SignedIn;
  request: IncomingMessage;
  address: string;
}

export interface PhoneRequest<Params, Query, Body> extends Given<Params, Query, Body> {
  /** Null if the endpoint takes anyone. */
  phone: KnownPhone;
  /** Of its cookie; empty where it shows none. */
  token: string;
  request: IncomingMessage;
}

export interface GatewayRequest<Params, Query, Body> extends Given<Params, Query, Body> {
  /** Null where the endpoint takes anyone. */
  gateway: KnownGateway;
  request: IncomingMessage;
}

/** An additional limiter, counted per caller over one minute: by API key, or by user over all their sessions. */
export interface EndpointLimit {
  name: string;
  perMinute: number;
  /** Counted even where a later check rejects, and shown in the headers (POST /keys). */
  countBeforeChecks?: boolean;
}

interface Declaration<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the path of its audience, parameters in braces: `/locks/{id}`. */
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Bytes; 64 KB where left out. */
  maxBodyBytes?: number;
  /** Success: status and body schema (null: no body, or one that is streamed). More statuses of the same body in `alsoStatus`. */
  status: number;
  alsoStatus?: number[];
  answer: Answer | null;
  limit?: EndpointLimit;
  /**
   * For a body that its schema refuses: the faults that the handler would find in the valid fields, so that one
   * answer reports everything. It reports no missing row: the body comes first.
   */
  moreFaults?: (given: {
    context: Context;
    caller: Caller | Manager;
    params: z.output<Params>;
    fields: Partial<z.output<Body>>;
  }) => Promise<ErrorDetail[]>;
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
  Ahead = unknown,
> extends Declaration<Params, Query, Body, Answer> {
  /** Programs with an API key; `public` also serves those without one, and `scopes` is empty and `caller` absent there. */
  for: 'api' | 'public';
  /** Any one of these is enough; a write scope stands for its read scope by being listed. */
  scopes: readonly [Scope, ...Scope[]] | readonly [];
  summary: string;
  description?: string;
  /** Errors that only this endpoint's handler gives, beyond those of the pipeline. */
  errors?: readonly ErrorName[];
  /** Takes the Idempotency-Key header. */
  idempotent?: boolean;
  /** Bytes of an answer that are kept for retries at the maximum, where 64 KB are too few. */
  keptAnswerBytes?: number;
  /** Of the success body, for the OpenAPI document. */
  example?: unknown;
  /** Of the request body, likewise. */
  bodyExample?: unknown;
  /**
   * Brief look-ups by the token, which leave together with the one that identifies its key and save the handler a round
   * trip. They decide nothing: the handler has the result behind all checks, for a caller who passed them.
   */
  ahead?: (given: Unidentified<z.output<Params>, z.output<Query>>) => Promise<Ahead> | null;
  /** Answers those who accept `text/event-stream`: writes the answer itself, and no deadline ends it. */
  eventStream?: (
    request: StreamRequest<z.output<Params>, z.output<Query>>,
    response: ServerResponse,
  ) => Promise<void>;
  /** It is to end, and says so in every answer. */
  deprecated?: Deprecation;
  /** Its handler waits for something longer than others may take. */
  waits?: true;
  handler: (
    request: EndpointRequest<z.output<Params>, z.output<Query>, z.output<Body>, Ahead>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
}

/** For people at the pages. */
export interface PageEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Declaration<Params, Query, Body, Answer> {
  for: 'page';
  /** The minimum role; null if no sign-in is needed. */
  role: Role | null;
  handler: (
    request: PageRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
  /** Writes the answer itself (a stream, a file); `handler` is not called, and no deadline ends it. */
  stream?: (
    request: PageRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    response: ServerResponse,
  ) => Promise<void>;
  /** Of a stream of JSON: one line of it, or the data of its messages by the names of their events. */
  streams?: z.ZodType;
}

/** For phones with a key on them. */
export interface PhoneEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Declaration<Params, Query, Body, Answer> {
  for: 'phone';
  /** Takes a phone that is not known yet; a refusal counts as a guess. */
  takesAnyone?: true;
  /** Commands doors: a phone may send only so many of these a minute. */
  movesDoors?: true;
  handler: (
    request: PhoneRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
}

/** For our own agent. As in the rest of the gateway protocol, unknown fields of a body are dropped. */
export interface GatewayEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> extends Declaration<Params, Query, Body, Answer> {
  for: 'gateway';
  /** Takes a gateway that has no credential yet; its limit counts by address. */
  takesAnyone?: true;
  limit: EndpointLimit;
  handler: (
    request: GatewayRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
}

export type Declared = Endpoint | PageEndpoint | PhoneEndpoint | GatewayEndpoint;

export interface EndpointAnswer<Body = unknown> {
  /** The status, if it differs from the declared one. */
  status?: number;
  body?: Body;
  /** The serialised body, if it is always the same: one buffer for every reader. */
  json?: Buffer;
  headers?: Record<string, string | string[]>;
  /** Whose personal data the body holds: where it is kept for a retry, it is erased with the person. */
  personId?: string;
}

/** Keeps the types of one declaration together; the lists of endpoints hold them without. */
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Ahead,
>(declaration: Endpoint<Params, Query, Body, Answer, Ahead>): Endpoint;
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: PageEndpoint<Params, Query, Body, Answer>): PageEndpoint;
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: PhoneEndpoint<Params, Query, Body, Answer>): PhoneEndpoint;
export function endpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: GatewayEndpoint<Params, Query, Body, Answer>): GatewayEndpoint;
export function endpoint(declaration: unknown): unknown {
  return declaration;
}

/** Stands in for the handler of an endpoint that streams. */
export const streamed = (): Promise<EndpointAnswer<never>> =>
  Promise.reject(new Error('a stream has no handler'));
