import { isIP } from 'node:net';

/**
 * The address that limits are counted by: the socket's, or behind `trustedHops` proxies the one that the outermost
 * trusted proxy saw. What a caller writes into X-Forwarded-For itself lies further left and is never believed.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedHops: number,
): string {
  let address = plain(socketAddress ?? '');
  if (trustedHops === 0 || forwardedFor === undefined) return address;
  const hops = forwardedFor.split(',');
  for (let hop = 1; hop <= trustedHops && hop <= hops.length; hop++) {
    const named = plain((hops[hops.length - hop] ?? '').trim());
    if (isIP(named) === 0) break;
    address = named;
  }
  return address;
}

/** One address, one spelling: IPv4 in IPv6 is IPv4. */
function plain(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.')
    ? address.slice('::ffff:'.length)
    : address.toLowerCase();
}
