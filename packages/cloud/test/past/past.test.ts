import { afterAll, describe, expect, test } from '@jest/globals';
import { lookAtAlarms } from '../../src/alarms/look.js';
import { transaction } from '../../src/context.js';
import { forgetPast } from '../../src/past/forget.js';
import { makePast } from '../../src/past/make.js';
import { applySite } from '../../src/site/apply-site.js';
import { giveDemoKeys } from '../../src/site/demo-keys.js';
import { readSiteFile } from '../../src/site/site-file.js';
import { emptyContext } from '../site/site-context.js';

const FILE = new URL('../../../../prisma/demo-site.yaml', import.meta.url).pathname;
const NOW = Date.parse('2026-11-26T17:00:00Z');
const FORCED = '2026-11-24T00:14:07';

const context = await emptyContext('past');
context.clock.stepWall(NOW - context.clock.now());
const { result: site } = await applySite(context, await readSiteFile(FILE, NOW));
await giveDemoKeys(context, site);
await context.pool.query('update account set created_at = $1', [new Date(NOW)]);
const rows = async (text: string, values: unknown[] = []) => (await context.pool.query(text, values)).rows;
const before = await doorsNow();
await makePast(context, site);
afterAll(() => context.prisma.$disconnect());

function doorsNow() {
  return rows('select * from door_state order by lock_id');
}

describe('the past of the demo', () => {
  test('is what the rules make of records of gateways: each opening has its verdict and its explanation', async () => {
    const verdicts = await rows(
      `select explanation ->> 'verdict' as verdict, count(*)::int as count from event
       where type = 'door.opened' group by 1 order by 1`,
    );
    expect(verdicts).toEqual(
      ['exit_button', 'forced', 'held_open', 'not_judged', 'unlocked'].map((verdict) => ({
        verdict,
        count: expect.any(Number),
      })),
    );
    expect(verdicts[1]?.count).toBe(1);
  });

  test('has one forced door, on the Tuesday, open for 47 s, explained, and not acknowledged', async () => {
    const [forced] = await rows(
      `select e.lock_id, e.occurred_at, e.explanation ->> 'text' as text, a.id is not null as is_alarm,
         k.event_id is not null as is_acknowledged from event e left join alarm a on a.id = e.id
         left join alarm_acknowledgement k on k.event_id = a.id where e.type = 'door.forced'`,
    );
    expect(forced).toMatchObject({ lock_id: site.locks.side, is_alarm: true, is_acknowledged: false });
    expect(forced?.occurred_at.toISOString()).toMatch(new RegExp(`^${FORCED}`));
    expect(forced?.text).toMatch(/^Opened with nothing in the last 10 s to explain it/);
    const [{ closed }] = (await rows(
      `select min(occurred_at) as closed from event where lock_id = $1 and type = 'door.closed' and occurred_at > $2`,
      [site.locks.side, forced?.occurred_at],
    )) as [{ closed: Date }];
    expect(closed.getTime() - forced?.occurred_at.getTime()).toBe(47_000);
  });

  test('has what a demo is to show: holds, doors left open, refusals, a link that was cut', async () => {
    const types = await rows('select distinct type from event order by 1');
    expect(types.map(({ type }) => type)).toEqual([
      'access.denied',
      'access.granted',
      'door.closed',
      'door.exit_button',
      'door.forced',
      'door.left_open',
      'door.opened',
      'lock.hold_open.ended',
      'lock.hold_open.started',
      'lock.offline',
      'lock.online',
    ]);
    const [{ failed }] = (await rows(
      `select count(*)::int as failed from event where type = 'lock.hold_open.failed' and details ->> 'reason' <> 'offline'`,
    )) as [{ failed: number }];
    expect(failed).toBe(0);
    const late = await rows(
      `select count(*)::int as count from change where recorded_at > occurred_at + interval '5 minutes'`,
    );
    expect(late[0]?.count).toBeGreaterThan(0);
  });

  test('names for each granted access a command that was confirmed, and the key of a person', async () => {
    const [odd] = await rows(
      `select count(*)::int as count from event e left join command c on c.id = e.command_id
       where e.type = 'access.granted' and e.source = 'app' and
         (c.status is distinct from 'confirmed' or e.person_id is null or e.key_id is null)`,
    );
    expect(odd?.count).toBe(0);
  });

  test('leaves the doors as they are, closed ones closed, and is sent to no one', async () => {
    expect(await doorsNow()).toEqual(before);
    for (const table of ['delivery', 'notice', 'outgoing'])
      expect([table, await rows(`select 1 from ${table} limit 1`)]).toEqual([table, []]);
    const [audits] = await rows(`select count(*)::int as count from audit where action like 'alarm%'`);
    expect(audits?.count).toBe(0);
  });

  test('is marked, and ends before all that is real', async () => {
    const [{ generated_until: until }] = (await rows('select generated_until from account')) as [
      { generated_until: Date },
    ];
    expect(until.getTime()).toBe(NOW - 60_000);
    const [{ last, real }] = (await rows(
      `select (select max(occurred_at) from event) as last, (select min(occurred_at) from change where id is not null
         and type <> 'key.activated') as real`,
    )) as [{ last: Date; real: Date }];
    expect(last.getTime()).toBeLessThanOrEqual(until.getTime());
    expect(real.getTime()).toBeGreaterThan(until.getTime());
  });

  test('has alarms that ended in their time, whatever the gateways do now, and notifies no one', async () => {
    const alarms = await rows('select id from alarm order by id');
    await lookAtAlarms(
      context,
      alarms.map(({ id }) => Number(id)),
    );
    const lasting = await rows(
      `select kind, started_at from alarm where ended_at is null or ended_at > started_at + interval '1 hour'`,
    );
    // The gateways that went away at the end, and have not come in this test.
    expect(lasting.map(({ kind }) => kind)).toEqual(['offline', 'offline', 'offline']);
    expect(await rows('select 1 from alarm_notice')).toEqual([]);
  });

  test('is made once', async () => {
    const count = 'select count(*)::int as count from event';
    const [made] = await rows(count);
    await makePast(context, site);
    expect(await rows(count)).toEqual([made]);
  });
});

test('the past goes with the first real gateway, and what is real stays', async () => {
  await rows(
    `insert into event (account_id, location_id, lock_id, type, occurred_at, source) values ($1, $2, $3, 'door.opened', $4, 'device')`,
    [site.account.id, site.locations.hq, site.locks.main, new Date(NOW)],
  );
  const forget = () => transaction(context.pool, (client) => forgetPast(client, site.account.id));
  expect(await forget()).toEqual(new Date(NOW - 60_000));
  for (const table of ['command', 'alarm', 'alarm_acknowledgement', 'event_scope', 'key_use'])
    expect([table, await rows(`select 1 from ${table} limit 1`)]).toEqual([table, []]);
  expect(await rows('select occurred_at from event')).toEqual([{ occurred_at: new Date(NOW) }]);
  expect(await rows('select generated_until from account')).toEqual([{ generated_until: null }]);
  expect(await forget()).toBeNull();
});
