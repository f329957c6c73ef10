import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { Clock } from '@door-access/protocol';

export interface Address {
  address: string;
  family: 4 | 6;
}

/** Every address of a host name, IPv4 first; rejects where there is none, or none in time. */
export type Resolve = (host: string) => Promise<Address[]>;

export class UnresolvedError extends Error {
  override name = 'UnresolvedError';
  readonly code = 'ENOTFOUND';
}

const DNS_DEADLINE_MS = 5_000;
const DNS_TRY_MS = 1_500;
const HOSTS_FILE = '/etc/hosts';

/**
 * Asks the machine's hosts file and then DNS itself. Not getaddrinfo: its look-ups cannot be cancelled and share a few
 * threads, so that two names whose server never answers would hold back all others.
 */
export function createResolve(clock: Clock): Resolve {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, '');
    const known = await fromHostsFile(name);
    if (known.length > 0) return known;
    const resolver = new Resolver({ timeout: DNS_TRY_MS, tries: 2 });
    const done = new AbortController();
    void clock.sleep(DNS_DEADLINE_MS, done.signal).then(
      () => resolver.cancel(),
      () => {},
    );
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const found = [...toAddresses(ipv4, 4), ...toAddresses(ipv6, 6)];
      if (found.length === 0) throw new UnresolvedError('the host name does not resolve');
      return found;
    } finally {
      done.abort();
    }
  };
}

function toAddresses(result: PromiseSettledResult<string[]>, family: 4 | 6): Address[] {
  return result.status === 'fulfilled' ? result.value.map((address) => ({ address, family })) : [];
}

async function fromHostsFile(name: string): Promise<Address[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '');
  const found = parseHosts(text, name);
  if (found.length > 0 || name !== 'localhost') return found;
  return [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
}

function parseHosts(text: string, name: string): Address[] {
  const found = text.split('\n').flatMap((line): Address[] => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!names.some((one) => one.toLowerCase() === name)) return [];
    return [{ address, family: address.includes(':') ? 6 : 4 }];
  });
  return found.sort((a, b) => a.family - b.family);
}
