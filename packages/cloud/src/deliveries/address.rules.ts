import { BlockList, isIP, isIPv6 } from 'node:net';

/*
 * Which addresses a webhook may reach: those the IANA special-purpose registries (2025-10-09) call globally
 * reachable. Within IPv6 only 2000::/3 is given out, so everything else there is refused without a list. Node's BlockList
 * holds the ranges: ipaddr.js has names for most of them, but not the exceptions, and reads ::a.b.c.d as a.b.c.d.
 */

const NOT_PUBLIC_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  // Multicast, reserved, limited broadcast.
  '224.0.0.0/4',
  '240.0.0.0/4',
  // In no registry, but a cloud provider answers its machines on it.
  '168.63.129.16/32',
];
const PUBLIC_WITHIN_IPV4 = ['192.0.0.9/32', '192.0.0.10/32'];

const GIVEN_OUT_IPV6 = ['2000::/3'];
const NOT_PUBLIC_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const PUBLIC_WITHIN_IPV6 = [
  '2001:1::1/128',
  '2001:1::2/128',
  '2001:1::3/128',
  '2001:3::/32',
  '2001:4:112::/48',
  '2001:20::/28',
  '2001:30::/28',
];

const ipv4 = { blocked: listOf(NOT_PUBLIC_IPV4, 'ipv4'), excepted: listOf(PUBLIC_WITHIN_IPV4, 'ipv4') };
const ipv6 = { blocked: listOf(NOT_PUBLIC_IPV6, 'ipv6'), excepted: listOf(PUBLIC_WITHIN_IPV6, 'ipv6') };
const givenOut = listOf(GIVEN_OUT_IPV6, 'ipv6');

function listOf(subnets: string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}

/** Whether an IP address, as text, is on the public internet; other texts are not. */
export function isPublicAddress(address: string): boolean {
  const plain = unmapped(address);
  switch (isIP(plain)) {
    case 4:
      return !ipv4.blocked.check(plain, 'ipv4') || ipv4.excepted.check(plain, 'ipv4');
    case 6:
      return (
        givenOut.check(plain, 'ipv6') &&
        (!ipv6.blocked.check(plain, 'ipv6') || ipv6.excepted.check(plain, 'ipv6'))
      );
    default:
      return false;
  }
}

/** An IPv4-mapped IPv6 address (::ffff:a.b.c.d, however written) as the IPv4 address that it reaches. */
function unmapped(address: string): string {
  // A zone (fe80::1%eth0) names an interface of this machine: never public.
  if (!isIPv6(address) || address.includes('%')) return isIPv6(address) ? '' : address;
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(canonical);
  if (!mapped) return canonical;
  const [high, low] = [Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
