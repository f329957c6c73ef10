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
  if (!address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups === null) return address.toLowerCase();
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return address.toLowerCase();
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/**
 * What every limit by address counts: an IPv4 address, or the /64 of an IPv6 address, because a customer with one address
 * has all 2^64 of them. Anything else is returned unchanged.
 */
export function neighbourhood(address: string): string {
  const known = plain(address);
  const groups = known.includes(':') ? groupsOf(known) : null;
  if (groups === null) return known;
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address, its zone left out; null for anything else. */
function groupsOf(address: string): number[] | null {
  if (isIP(address) !== 6) return null;
  const [bare = ''] = address.split('%');
  const [before = [], after] = bare
    .split('::')
    .map((part) => part.split(':').filter(Boolean).flatMap(groupOf));
  if (after === undefined) return before;
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** Two groups may be written as an IPv4 address. */
function groupOf(text: string): number[] {
  if (!text.includes('.')) return [Number.parseInt(text, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [a * 256 + b, c * 256 + d];
}
