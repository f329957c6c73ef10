import { parseSiteFile, SCOPES, type SiteFile } from '@door-access/cloud/embed';
import type { Plan } from '../types.js';

/** The site file of a plan. */
export function siteOf({ doors, gateways }: Plan, now: number): SiteFile {
  const locks = doors.map((name, index) => ({
    ref: `door-${index + 1}`,
    name,
    place: 'Ground floor',
    location: 'site',
    type: 'remote',
    gateway: `gateway-${(index % gateways) + 1}`,
    door: Math.floor(index / gateways) + 1,
    toggle_policy: 'all_keys',
  }));
  const refs = locks.map(({ ref }) => ref);
  const site = {
    account: { name: 'Testkit', sms_enabled: true, phone_key_limit: 1000 },
    locations: [{ ref: 'site', name: 'Site', timezone: 'UTC' }],
    gateways: Array.from({ length: gateways }, (_, index) => ({
      ref: `gateway-${index + 1}`,
      name: `Gateway ${index + 1}`,
      location: 'site',
      bench: true,
    })),
    locks,
    security_groups: [{ code: 'STAFF', name: 'Staff', location: 'site', locks: refs }],
    api_keys: [
      { ref: 'tests', name: 'Tests', location: 'site', scopes: SCOPES, locks: refs, expires_in_days: 730 },
    ],
  };
  return parseSiteFile(JSON.stringify(site), 'testkit', now);
}
