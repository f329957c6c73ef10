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

/**
 * Whom tries are counted against: an IPv4 address, and of an IPv6 one its /64, as whoever has one address there has 2^64
 * of them.
 */
export function neighbourhood(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = address.includes('::') ? Array(8 - before.length - after.length).fill('0') : [];
  const network = [...before, ...zeros, ...after].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
