/** What PostgreSQL says of how it keeps commits, as this service's own connections see it. */
export interface Durability {
  fsync: string;
  synchronous_commit: string;
  synchronous_standby_names: string;
  /** Standbys that follow this server now; copies for a backup are none. */
  standbys: number;
  /** Physical replication slots, of standbys that may be away just now; those of backups are none. */
  slots: number;
}

/** What could lose records that a gateway was assured of, each as a part of a sentence that names the setting. */
export function durabilityFaults({
  fsync,
  synchronous_commit,
  synchronous_standby_names,
  standbys,
  slots,
}: Durability): string[] {
  const isSynchronous = synchronous_standby_names.trim() !== '';
  const faults: string[] = [];
  if (fsync !== 'on') faults.push(`fsync is ${fsync}: a power cut loses commits`);
  if (synchronous_commit === 'off')
    faults.push('synchronous_commit is off: a crash of PostgreSQL loses commits');
  if (synchronous_commit === 'local' && isSynchronous)
    faults.push('synchronous_commit is local: a failover to a synchronous standby loses commits');
  if (!isSynchronous && standbys + slots > 0)
    faults.push(
      `synchronous_standby_names is empty, and there is a standby (${standbys} connected, ${slots} replication slots): a failover to it loses commits`,
    );
  return faults;
}
