import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { Context } from '../../context.js';
import { givenRequestId } from './id.rules.js';

/** The id of a request: the one that it brings, else a new one. */
export const requestIdOf = ({ ids }: Pick<Context, 'ids'>, { headers }: IncomingMessage): string =>
  givenRequestId(headers['x-request-id']) ?? ids.uuid();

/**
 * Makes the context of each request: the service's own, but its log writes the request's id in each line. It inherits
 * from the service's, so that a request copies nothing, and a log is made only for a request that writes to it; a spread
 * (`...context`) would copy nothing either.
 */
export function createRequestContexts(context: Context): (requestId: string) => Context {
  class RequestContext {
    readonly #requestId: string;
    #log: Logger | undefined;
    constructor(requestId: string) {
      this.#requestId = requestId;
    }
    get log(): Logger {
      this.#log ??= context.log.child({ request_id: this.#requestId });
      return this.#log;
    }
  }
  Object.setPrototypeOf(RequestContext.prototype, context);
  return (requestId) => new RequestContext(requestId) as unknown as Context;
}
