import type { PoolClient } from 'pg';
import { recordAudits } from '../audit/record.js';
import { type Context, transaction } from '../context.js';
import { settle } from '../doors/apply.js';
import { followCalendars } from '../doors/store/calendars.js';
import { lockPremises } from '../doors/store/site.js';
import { followSite } from '../emergencies/follow-site.js';
import { announcing } from '../events/announce.js';
import { rebuildTree } from '../locations/tree.js';
import { siteEntries } from './audit.js';
import { loadApplied, loadCurrent, usersElsewhere } from './current.js';
import { type Current, desiredRows, type Section } from './desired.rules.js';
import { peopleEvents } from './people-events.js';
import { NOT_IN_FILE, type PlanItem, plan, UNCHANGED } from './plan.rules.js';
import type { SiteFile } from './site-file.js';
import type { SiteResult } from './site-result.js';
import { writeApiKeys, writeGateways, writeUsers } from './write/credentials.js';
import {
  writeAccount,
  writeGroups,
  writeLocations,
  writeLocks,
  writePeople,
  writeRemembered,
} from './write/site.js';
import type { Ids, Tools } from './write/tools.js';

export interface AppliedSite {
  plan: PlanItem[];
  result: SiteResult;
}

export interface ApplyOptions {
  /** The file sets all that it names, also what was changed since. */
  takeBack?: boolean | undefined;
}

/** What applying the file would do; writes nothing. Throws a SiteFileError where the file does not fit what is there. */
export async function planSite(
  context: Context,
  file: SiteFile,
  options: ApplyOptions = {},
): Promise<PlanItem[]> {
  return transaction(context.pool, async (client) => {
    await client.query('set transaction isolation level repeatable read read only');
    return (await makePlan(client, file, context, options)).items;
  });
}

/**
 * Brings the database in step with the file, in one transaction: all of it or nothing. Applying again changes nothing;
 * what the file no longer names stays, and so does what was changed since the file set it (`ownership.rules.ts`). Throws a SiteFileError where the file does not fit what is there.
 */
export async function applySite(
  context: Context,
  file: SiteFile,
  options: ApplyOptions = {},
): Promise<AppliedSite> {
  const { renewed, moved, ...applied } = await announcing(context, async (client, announce) => {
    await lockPremises(client);
    const at = new Date(context.clock.now());
    const { items, writes, remember, current } = await makePlan(client, file, context, options);
    const accountId = await writeAccount(
      client,
      writes.account,
      current.account[0]?.id as number | undefined,
      at,
    );
    const tools: Tools = { client, context, site: file.site, accountId, ids: knownIds(current), at };
    await writeLocations(tools, writes.locations);
    const isMove = writes.locations.some(({ isNew, changed }) => !isNew && changed.includes('parent'));
    if (isMove || writes.locations.some(({ isNew }) => isNew)) await rebuildTree(client, accountId, isMove);
    const secrets = await writeGateways(tools, writes.gateways);
    const renewed = await writeLocks(tools, writes.locks);
    await writeGroups(tools, writes.security_groups);
    const passwords = await writeUsers(tools, writes.users);
    const tokens = await writeApiKeys(tools, writes.api_keys);
    await writePeople(tools, writes.people);
    for (const event of await peopleEvents(client, tools.ids.people, writes.people)) announce(event);
    await writeRemembered(tools, remember);
    await recordAudits(client, context, siteEntries(tools, items));
    await followCalendars(client, accountId, at);
    const moved = await followSite(context, client, accountId);
    return { plan: items, result: resultOf(tools, { secrets, passwords, tokens }), renewed, moved };
  });
  if (moved) settle(context, moved);
  reportKept(context, applied.plan);
  for (const { id, connection } of renewed) context.nudge.emit('gateway', id, connection);
  return applied;
}

const SHOWN = 50;

/** Names alone: values may be those of people. */
function reportKept({ log }: Context, items: readonly PlanItem[]): void {
  const kept = items.flatMap(({ section, ref, kept, note, action }) => {
    if (section === 'people') return [];
    // What the pages ended or removed has no fields to keep.
    const isLeft = action === 'leave' && kept.length === 0 && note !== UNCHANGED && note !== NOT_IN_FILE;
    return (isLeft ? [note] : kept.map(({ field }) => field)).map((what) => `${section} ${ref}: ${what}`);
  });
  if (kept.length > 0)
    log.warn(
      { kept: kept.slice(0, SHOWN), count: kept.length },
      'what was changed in the pages is kept; doorctl site diff shows how it differs from the site file',
    );
}

async function makePlan(
  client: PoolClient,
  { site, error }: SiteFile,
  { clock, config }: Context,
  { takeBack = false }: ApplyOptions,
) {
  const desired = desiredRows(site);
  const people = desired.people.map(({ ref }) => ref);
  const current = await loadCurrent(client, site.account.name, people);
  const emails = desired.users.map(({ ref }) => ref);
  const made = plan({
    site,
    desired,
    current,
    applied: await loadApplied(client, site.account.name),
    takeBack,
    usersElsewhere: await usersElsewhere(client, emails, site.account.name),
    serviceName: config.SERVICE_NAME,
    now: clock.now(),
  });
  if (made.mistakes.length > 0) throw error(made.mistakes);
  return { ...made, current };
}

function knownIds(current: Current): Ids {
  const map = <Id>(section: Section) => new Map(current[section].map((row) => [row.ref, row.id as Id]));
  return {
    locations: map<number>('locations'),
    gateways: map<string>('gateways'),
    locks: map<number>('locks'),
    security_groups: map<number>('security_groups'),
    api_keys: map<number>('api_keys'),
    people: map<string>('people'),
  };
}

interface Made {
  secrets: Map<string, string>;
  passwords: Map<string, string>;
  tokens: Map<string, string>;
}

function resultOf({ site, accountId, ids }: Tools, { secrets, passwords, tokens }: Made): SiteResult {
  const each = <Id, Entry>(
    rows: readonly { ref: string }[],
    known: Map<string, Id>,
    entry: (id: Id, ref: string) => Entry,
  ) =>
    Object.fromEntries(
      rows.flatMap(({ ref }) => {
        // What the pages have removed has none.
        const id = known.get(ref);
        return id === undefined ? [] : [[ref, entry(id, ref)]];
      }),
    );
  const only = <Name extends string>(name: Name, value: string | undefined) =>
    (value === undefined ? {} : { [name]: value }) as { [key in Name]?: string };
  return {
    account: { id: accountId },
    locations: each(site.locations, ids.locations, (id) => id),
    gateways: each(site.gateways, ids.gateways, (id, ref) => ({ id, ...only('secret', secrets.get(ref)) })),
    locks: each(site.locks, ids.locks, (id) => id),
    users: Object.fromEntries(site.users.map(({ email }) => [email, only('password', passwords.get(email))])),
    api_keys: each(site.api_keys, ids.api_keys, (id, ref) => ({ id, ...only('token', tokens.get(ref)) })),
    people: each(site.people, ids.people, (id) => id),
  };
}
