import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { Context } from '../context.js';
import type { ErrorDetail } from '../errors.js';
import { isPublicAddress } from './address.rules.js';
import { isInboxUrl } from './inbox-address.js';
import { createResolve, type Resolve, UnresolvedError } from './resolve.js';
import { isPrivateName, urlFault } from './url.rules.js';

/* Webhooks go to addresses that strangers choose: nothing they choose may reach into this network. */

/** Its message never holds the address: a caller must not learn what names of this network resolve to. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError';
  readonly code = 'BLOCKED_ADDRESS';
  constructor() {
    super('the host is not on the public internet');
  }
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Short, so that no receiver closes a connection just as it is used again, and a changed name is looked up soon. */
const KEEP_ALIVE_MS = 1_000;

export interface GuardOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  /** Certificates to trust, PEM, instead of the system's. */
  ca?: string;
}

/**
 * Connections for webhooks. Checked are an address written in the URL (it skips the look-up), every address that the
 * name resolves to, and the peer at the other end. The peer of an open connection never changes, so what was checked
 * when it opened holds for each request that it carries. TLS checks the name as ever.
 */
export function createGuardedAgent({ allowPrivate, resolve, ca }: GuardOptions): Agent {
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);
  const lookup: LookupFunction = (host, options, callback) => {
    resolveAllowed(host, resolve, isAllowed).then(
      (found) => {
        const [first] = found;
        if (options.all || !first) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
  const connector = buildConnector({
    lookup,
    timeout: CONNECT_TIMEOUT_MS,
    autoSelectFamily: true,
    ...(ca === undefined ? {} : { ca }),
  });
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, callback) {
      const host = bare(options.hostname);
      if (!allowPrivate && (isIP(host) ? !isPublicAddress(host) : isPrivateName(host))) {
        return callback(new BlockedAddressError(), null);
      }
      connector(options, (...[error, socket]) => {
        if (error) return callback(error, null);
        if (!isAllowed(socket.remoteAddress ?? '')) {
          socket.destroy();
          return callback(new BlockedAddressError(), null);
        }
        callback(null, socket);
      });
    },
  });
}

/** The faults of a url: its form, a host that does not resolve, or an address that is not public. */
export async function urlFaults(
  context: Pick<Context, 'config' | 'clock' | 'origin' | 'secrets'>,
  text: string,
  resolve: Resolve = createResolve(context.clock),
): Promise<ErrorDetail[]> {
  if (isInboxUrl(context, text)) return [];
  const allowPrivate = context.config.WEBHOOK_ALLOW_PRIVATE;
  const refused = (message: string): ErrorDetail[] => [{ field: 'url', code: 'invalid', message }];
  const fault = urlFault(text, allowPrivate);
  if (fault) return refused(fault);
  const host = bare(new URL(text).hostname);
  const isAllowed = (address: string) => allowPrivate || isPublicAddress(address);
  try {
    if (!isIP(host)) await resolveAllowed(host, resolve, isAllowed);
    else if (!isAllowed(host)) throw new BlockedAddressError();
  } catch (error) {
    const blocked = error instanceof BlockedAddressError;
    return refused(blocked ? 'must name a public host' : 'the host does not resolve');
  }
  return [];
}

/** One address that is not allowed refuses the name: the next look-up might give that one alone. */
async function resolveAllowed(host: string, resolve: Resolve, isAllowed: (address: string) => boolean) {
  const found = await resolve(host);
  if (found.length === 0) throw new UnresolvedError('the host name does not resolve');
  if (found.some(({ address }) => !isAllowed(address))) throw new BlockedAddressError();
  return found;
}

/** An IPv6 address without its brackets; anything else as it is. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
