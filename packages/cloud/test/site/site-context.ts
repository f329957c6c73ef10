import { randomBytes, randomUUID } from 'node:crypto';
import { TestClock } from '@door-access/protocol';
import { pino } from 'pino';
import { testDatabase } from '../../../../test/setup/database.js';
import { readConfig } from '../../src/config.js';
import type { Context } from '../../src/context.js';
import { createPrisma } from '../../src/database/prisma.js';
import { Nudge } from '../../src/nudge.js';
import { SecretBox } from '../../src/secrets/secret-box.js';
import { postgresStores } from '../../src/stores.js';

/** A context on an empty database, for verbs that need no server. */
export async function emptyContext(name?: string): Promise<Context & { clock: TestClock }> {
  const { url, pool } = await testDatabase(name);
  const tools = {
    clock: new TestClock(),
    ids: { uuid: () => randomUUID(), bytes: (count: number) => randomBytes(count) },
    pool,
    secrets: new SecretBox(randomBytes(32)),
  };
  return {
    config: readConfig({ DATABASE_URL: url, LOG_LEVEL: 'silent' }),
    ...tools,
    ...postgresStores(tools),
    log: pino({ level: 'silent' }),
    prisma: createPrisma(pool),
    downlink: { isConnected: () => false, publish: () => Promise.reject(new Error('no edge')) },
    nudge: new Nudge(),
  };
}

/** A site with every kind of thing. */
export const EXAMPLE = `
account: { name: Acme, sms_enabled: true, phone_key_limit: 100, platform_mode: false }
locations:
  - { ref: hq, name: HQ, timezone: Europe/Helsinki }
  - { ref: lab, name: Lab, parent: hq }
gateways:
  - { ref: gw1, name: HQ gateway, location: hq, bench: true }
locks:
  - ref: main
    name: Main entrance
    place: Ground floor
    location: hq
    type: remote
    gateway: gw1
    door: 1
    strike_seconds: 5
    left_open_seconds: 60
    toggle_policy: all_keys
    schedule:
      - { days: [mon, tue, wed, thu, fri], from: "08:00", to: "17:00", first_person_in: true }
  - { ref: archive, name: Archive, place: Basement, location: lab, type: locksys }
security_groups:
  - { code: STAFF, name: Staff, location: hq, locks: [main, archive] }
users:
  - { email: owner@acme.example, name: Olga, role: owner, location: hq }
api_keys:
  - { ref: erp, name: ERP, location: hq, scopes: [catalog:read, people:write, keys:write, locks:control, events:read, webhooks:manage], locks: [main], expires_in_days: 365 }
people:
  - { ref: anna, name: Anna Aho, email: anna@acme.example, phone: "+358401234567", location: hq }
`;
