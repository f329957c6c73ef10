import { randomUUID } from 'node:crypto';
import { type JournalRecord, TestClock } from '@door-access/protocol';
import { afterEach, beforeEach } from '@jest/globals';
import { FakeCloud } from './fake-cloud.js';
import { aSite, linkState, type Site, type SiteOptions } from './world.js';

/* A cloud, a clock and any number of sites for each test, and helpers for them. */

export let cloud: FakeCloud;
export let clock: TestClock;
let sites: Site[] = [];

beforeEach(async () => {
  cloud = await FakeCloud.start();
  clock = new TestClock();
  cloud.now = () => clock.now();
});
afterEach(async () => {
  for (const { agent } of sites) await agent.stop();
  sites = [];
  await cloud.close();
});

export function offline(options: SiteOptions = {}): Site {
  const site = aSite(cloud, { clock, random: () => 0.5, ...options });
  sites.push(site);
  return site;
}

export async function online(options: SiteOptions = {}): Promise<Site> {
  const site = offline(options);
  await site.agent.start();
  await linkState(site.agent, 'online');
  return site;
}

/** Runs pending work, without time passing, until a condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    // A back-off would need time to pass.
    for (const { agent, cable } of sites) if (cable.plugged) agent.reconnectNow();
    await clock.advance(0);
  }
}

export function unplug(site: Site): Promise<void> {
  site.cable.pull();
  return until(() => site.agent.linkState !== 'online');
}
export function plug(site: Site): Promise<void> {
  site.cable.plug();
  return until(() => site.agent.linkState === 'online');
}

export const recordsOf = ({ gatewayId }: Site): JournalRecord[] => cloud.of(gatewayId).records;
export const relaysOf = (site: Site) => recordsOf(site).filter((record) => record.kind === 'relay');

/** Sends a command and waits for its result. */
export async function command(site: Site, fields: Record<string, unknown>) {
  const id = (fields.id as string | undefined) ?? randomUUID();
  const before = cloud.results(site.gatewayId, id).length;
  await cloud.command(site.gatewayId, { id, door: 1, type: 'unlock', strike_ms: 5000, ...fields });
  await until(() => cloud.results(site.gatewayId, id).length > before);
  return { id, result: cloud.results(site.gatewayId, id).at(-1) };
}
export const unlock = (site: Site, fields: Record<string, unknown> = {}) => command(site, fields);
export const hold = (site: Site, fields: Record<string, unknown> = {}) =>
  command(site, { type: 'hold', on: true, release_at: null, version: 1, ...fields });

/** Waits for the newest relay record to be this. */
export const relayReported = (site: Site, fields: object) =>
  until(() =>
    Object.entries(fields).every(
      ([name, value]) => (relaysOf(site).at(-1) as unknown as Record<string, unknown>)?.[name] === value,
    ),
  );
