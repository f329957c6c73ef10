import { type Config, ConfigError } from '../config.js';
import { durabilityFaults } from './durability.rules.js';
import * as sql from './statement.js';

/**
 * Settings may be those of a role, of a database or of DATABASE_URL, so that the connection itself is asked. Users without
 * `pg_monitor` see that there is a standby, but not its name: a copy for a backup then counts as one.
 */
const READ = sql.statement(
  'durability',
  `with copying as (
     select pid, coalesce(application_name, '') in ('pg_basebackup', 'pg_receivewal') as for_backup from pg_stat_replication
   )
   select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit,
          current_setting('synchronous_standby_names') as synchronous_standby_names,
          (select count(*)::int from copying where not for_backup) as standbys,
          (select count(*)::int from pg_replication_slots s left join copying c on c.pid = s.active_pid
           where s.slot_type = 'physical' and not s.temporary and c.for_backup is not true) as slots`,
  {
    fsync: sql.text,
    synchronous_commit: sql.text,
    synchronous_standby_names: sql.text,
    standbys: sql.int,
    slots: sql.int,
  },
);

/**
 * Refuses a database that could lose what gateways were assured of: an acknowledgement is a commit, and the gateway then
 * forgets the record. Returns the warning to log where DATABASE_ALLOW_LOSS accepts it.
 */
export async function requireDurability(
  database: sql.Database,
  { DATABASE_ALLOW_LOSS, DATABASE_URL, DATA_DIR }: Config,
): Promise<string | null> {
  const faults = durabilityFaults(await READ.one(database));
  if (faults.length === 0) return null;
  const what = faults.join('; ');
  if (DATABASE_ALLOW_LOSS)
    return `DATABASE_ALLOW_LOSS=on: records that gateways were assured of can be lost: ${what}`;
  throw new ConfigError(
    `${DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR=${DATA_DIR}`}: the database can lose records that gateways were assured of: ${what}; change that there, or set DATABASE_ALLOW_LOSS=on for data that may be lost`,
  );
}
