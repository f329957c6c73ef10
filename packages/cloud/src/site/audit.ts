import type { AuditEntry } from '../audit/entry.rules.js';
import { SITE_FILE } from '../audit/record.js';
import type { Section } from './desired.rules.js';
import type { PlanItem } from './plan.rules.js';
import type { Tools } from './write/tools.js';

const SUBJECTS = {
  account: 'account',
  locations: 'location',
  gateways: 'gateway',
  locks: 'lock',
  security_groups: 'security_group',
  users: 'user',
  api_keys: 'api_key',
  people: 'person',
} as const satisfies Record<Section, string>;

/** What applying a file did, an entry a row; of what changed the fields' names alone. */
export function siteEntries(
  { accountId, ids }: Pick<Tools, 'accountId' | 'ids'>,
  items: readonly PlanItem[],
): AuditEntry[] {
  return (
    items
      // The verb that makes an API key has written its own.
      .filter(({ section, action }) => action !== 'leave' && !(section === 'api_keys' && action === 'create'))
      .map(({ section, ref, action, changes }) => ({
        account_id: accountId,
        actor: SITE_FILE,
        action: `${SUBJECTS[section]}.${action === 'create' ? 'create' : 'update'}`,
        subject: { type: SUBJECTS[section], id: idOf(section, ref), name: ref },
        location_id: section === 'locations' ? (ids.locations.get(ref) ?? null) : null,
        details: action === 'create' ? {} : { fields: changes.map(({ field }) => field) },
      }))
  );

  function idOf(section: Section, ref: string): string {
    if (section === 'account') return String(accountId);
    if (section === 'users') return ref;
    return String(ids[section].get(ref) ?? ref);
  }
}
