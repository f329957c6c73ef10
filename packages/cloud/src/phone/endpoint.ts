import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { Context } from '../context.js';
import type { Endpoint, EndpointAnswer } from '../http/endpoint.js';
import type { KnownPhone } from '../keys/phones.js';
import { PHONE_PATH } from './manifest.rules.js';

/** Where the phone key's own routes lie; they are no part of the interface and change with the page. */
export const PHONE_API_PATH = `${PHONE_PATH}/api`;

export interface PhoneRequest<Params, Query, Body> {
  context: Context;
  /** Absent where the route takes anybody and the phone is not known. */
  phone: KnownPhone;
  /** Of its cookie; empty where it shows none. */
  token: string;
  params: Params;
  query: Query;
  body: Body;
  signal: AbortSignal;
  request: IncomingMessage;
}

/** Declared like an endpoint of the interface; a known phone takes the place of scopes. */
export interface PhoneEndpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST';
  /** Below `/phone/api`. */
  path: string;
  params?: Params;
  query?: Query;
  body?: Body;
  status: number;
  answer: Answer;
  /** Takes a phone that nobody knows yet; a refusal counts as a guess. */
  anybody?: true;
  /** Orders doors: of these a phone may send only so many a minute. */
  limited?: true;
  handler: (
    request: PhoneRequest<z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Promise<EndpointAnswer<z.input<Answer>>>;
}

export function phoneEndpoint<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(declaration: PhoneEndpoint<Params, Query, Body, Answer>): PhoneEndpoint {
  return declaration as unknown as PhoneEndpoint;
}

/** Routing and reading are the interface's. */
export const routed = (endpoint: PhoneEndpoint): Endpoint =>
  ({ ...endpoint, scopes: [], public: true, summary: '' }) as unknown as Endpoint;
