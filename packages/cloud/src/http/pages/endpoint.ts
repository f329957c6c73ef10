import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { Context } from '../../context.js';
import type { Endpoint, EndpointAnswer, EndpointLimit, SignedIn } from '../endpoint.js';
import type { Role } from '../role.rules.js';

/** Where the pages' own routes lie; they are no part of the interface and change with the pages. */
export const PAGES_PATH = '/dashboard';

export interface PageRequest<Params, Query, Body> {
  context: Context;
  user: SignedIn;
  params: Params;
  query: Query;
  body: Body;
  signal: AbortSignal;
  requestId: string;
  request: IncomingMessage;
  address: string;
}

/** Declared like an endpoint of the interface, with the role that it takes in place of scopes. */
export interface PageEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: Endpoint['method'];
  /** Below `/dashboard`. */
  path: string;
  /** The least that may; null where nobody needs to be signed in, and `user` is absent then unless somebody is. */
  role: Role | null;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The same limit as in the interface; counted per user over all sessions, separately from API keys. */
  limit?: EndpointLimit;
  status: number;
  /** Null: no body, or one that the handler streams. */
  answer: Answer | null;
  handler: (
    request: PageRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
  /** Writes the answer itself (a stream, a file); `handler` is not called. */
  stream?: (
    request: PageRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
    response: ServerResponse,
  ) => Promise<void>;
}

export function page<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: PageEndpoint<Params, Query, Body, Answer>): PageEndpoint {
  return declaration as unknown as PageEndpoint;
}

export const streamed = (): Promise<EndpointAnswer<never>> =>
  Promise.reject(new Error('a stream has no handler'));
