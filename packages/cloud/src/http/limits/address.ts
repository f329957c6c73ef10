import type { IncomingMessage } from 'node:http';
import type { Context } from '../../context.js';
import { clientAddress } from './client-address.rules.js';

/** The caller's address, as far as the trusted proxies report it. */
export function callerAddress(
  { config }: Pick<Context, 'config'>,
  { socket, headers }: IncomingMessage,
): string {
  const forwarded = headers['x-forwarded-for'] as string | undefined;
  return clientAddress(socket.remoteAddress, forwarded, config.TRUST_PROXY);
}
