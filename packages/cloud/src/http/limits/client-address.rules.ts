import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/*
 * The walk along X-Forwarded-For is ours: proxy-addr, by which Express resolves `request.ip`, returns whatever text stands
 * at the trusted place, also one that is no address and that a limit must not be counted by. ipaddr.js reads IPv6.
 */

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
  const ipv6 = readIpv6(address);
  return ipv6?.isIPv4MappedAddress() ? ipv6.toIPv4Address().toString() : address.toLowerCase();
}

/**
 * What every limit by address counts: an IPv4 address, or the /64 of an IPv6 address, because a customer with one address
 * has all 2^64 of them. Anything else is returned unchanged.
 */
export function neighbourhood(address: string): string {
  const ipv6 = readIpv6(address);
  if (ipv6 === null) return address;
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString();
  const network = ipv6.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** An IPv6 address without its zone; null for anything else. */
function readIpv6(address: string): ipaddr.IPv6 | null {
  if (!address.includes(':') || isIP(address) !== 6) return null;
  return ipaddr.IPv6.parse(address.split('%')[0] ?? '');
}
