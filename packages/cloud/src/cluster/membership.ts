import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import { RESTART_GRACE_MS } from '../doors/presence.rules.js';
import type { PostgresLine } from './postgres-line.js';

/*
 * The processes of the service. Each renews a lease; when a lease runs out, the process is gone and its gateways have
 * a grace period to come back.
 */

export const RENEW_EVERY_MS = 5_000;
export const LEASE_MS = 15_000;
const SECRET_CHECK = 'instance';

/**
 * Gateways are locked in the order of their keys, as ingest locks them. A grace that should have begun earlier begins
 * now; a service that restarts again and again prolongs none. A gateway that does not come back is offline since its
 * last contact, which includes its last journal message.
 */
const graceFor = (condition: string): string => `
  update gateway g set offline_due_at = case when offline_due_at > $2 then least(offline_due_at, $3) else $3 end,
    last_heard_at = greatest(last_heard_at, (select max(m.updated_at) from journal_mark m where m.gateway_id = g.id))
  where id in (select id from gateway where online and ${condition} order by id for no key update)`;

/** Renews our lease, lays those to rest who let theirs run out, and names the living; `came`: we had none. */
const RENEW = sql.statement(
  'instance-renew',
  `with dead as (
     delete from instance where lease_until <= $2 and id <> $1 returning id
   ), orphaned as (${graceFor('instance_id in (select id from dead)')}
   ), renewed as (
     insert into instance (id, roles, secret_check, started_at, lease_until) values ($1, $4, $5, $2, $6)
     on conflict (id) do update set lease_until = excluded.lease_until returning xmax = 0 as came
   )
   select coalesce(array_agg(id), '{}') as others, coalesce(bool_or(secret_check <> $5), false) as strange,
     (select came from renewed) as came
   from instance where id <> $1 and lease_until > $2`,
  { others: sql.arrayOf(sql.uuid), strange: sql.bool, came: sql.bool },
);

const LEAVE = sql.statement(
  'instance-leave',
  `with orphaned as (${graceFor(`instance_id = $1
     and exists (select from instance where id <> $1 and lease_until > $2)`)}
   )
   delete from instance where id = $1`,
);

/** At a start: gateways whose process is not there, whenever it went. */
const GRACE_AT_START = sql.statement(
  'instance-grace-at-start',
  graceFor(`not exists (
      select from instance i where i.id = gateway.instance_id and i.id <> $1 and i.lease_until > $2)`),
);

const STRANGE = sql.statement(
  'instances-strange',
  'select from instance where lease_until > $1 and secret_check <> $2',
);

/** Whether a process runs that seals with another key than this one. */
export const isAnotherKeyInUse = async (
  { pool, secrets }: Pick<Context, 'pool' | 'secrets'>,
  now: number,
): Promise<boolean> => (await STRANGE.count(pool, [new Date(now), secrets.derive(SECRET_CHECK)])) > 0;

const FORGET_ALL = sql.statement('instances-forget', 'delete from instance');

/** Another process encrypts with another key: neither could read the other's secrets. */
export class DifferentKeyError extends Error {
  override name = 'DifferentKeyError';
}

export interface Membership {
  /** The other processes at the last check. */
  others(): readonly string[];
  /** Checks now: a process came or went. */
  look(): void;
  /**
   * Makes this process known and gives its grace to every gateway whose process is gone. `alone`: the settings say that
   * there is no other process, so that whatever was here before is gone.
   * @throws DifferentKeyError
   */
  join(alone: boolean): Promise<void>;
  leave(): Promise<void>;
}

/** `sayMembers`: has the other processes look who is there. */
export function createMembership(
  context: Pick<Context, 'clock' | 'log' | 'secrets' | 'config'>,
  line: PostgresLine,
  id: string,
  sayMembers: () => Promise<void>,
): Membership {
  const { clock, log, secrets, config } = context;
  const secretCheck = secrets.derive(SECRET_CHECK);
  const leaving = new AbortController();
  let others: readonly string[] = [];
  let called = false;
  let wake = () => {};
  let renewing: Promise<void> | null = null;

  const times = () => {
    const now = clock.now();
    return [new Date(now), new Date(now + RESTART_GRACE_MS)] as const;
  };
  const run = (one: sql.Statement<unknown>) => line.query(one.with([id, ...times()]));

  async function renew(): Promise<void> {
    const [now, grace] = times();
    const lease = new Date(now.getTime() + LEASE_MS);
    const values = [id, now, grace, config.ROLES, secretCheck, lease];
    const [counted] = (await line.query<sql.Row<typeof RENEW>>(RENEW.with(values))).rows;
    others = counted?.others ?? [];
    if (counted?.strange) throw new DifferentKeyError('another process of the service has another key');
    // Others may have taken this one for gone: as it stood still, or as they believed that they are alone.
    if (counted?.came) await sayMembers();
  }

  async function keepRenewing(): Promise<void> {
    while (!leaving.signal.aborted) {
      const woken = new AbortController();
      wake = () => woken.abort();
      if (!called)
        await clock.sleep(RENEW_EVERY_MS, AbortSignal.any([woken.signal, leaving.signal])).catch(() => {});
      if (leaving.signal.aborted) return;
      called = false;
      await renew().catch((error: Error) =>
        log.warn({ reason: error.message }, 'the lease of this process is not renewed; trying again'),
      );
    }
  }

  return {
    others: () => others,
    look() {
      called = true;
      wake();
    },
    async join(alone) {
      if (alone) await line.query(FORGET_ALL.with([]));
      await run(GRACE_AT_START);
      await renew().catch(async (error: unknown) => {
        await run(LEAVE);
        throw error;
      });
      renewing = keepRenewing();
    },
    async leave() {
      leaving.abort();
      await renewing;
      await run(LEAVE).catch((error: Error) =>
        log.warn({ reason: error.message }, 'did not sign off; the lease of this process runs out'),
      );
      await sayMembers().catch(() => {});
    },
  };
}
