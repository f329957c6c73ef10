/* Alarms of one opening or one absence as one story: an incident. */

export interface Happening {
  kind: 'forced' | 'left_open' | 'offline' | 'fault';
  lock_id: number | null;
  gateway_id: string | null;
  started_at: string;
  /** Null while it lasts. */
  ended_at: string | null;
}

/**
 * Alarms in incidents, each from its first alarm on. Alarms come with the newest first, and so do incidents. A door that
 * was forced and then left open is one incident: the second alarm began before the first was over.
 */
export function incidentsOf<A extends Happening>(alarms: readonly A[]): [A, ...A[]][] {
  const incidents: [A, ...A[]][] = [];
  /** The newest incident of each thing. */
  const latest = new Map<string, [A, ...A[]]>();
  for (const alarm of [...alarms].sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at))) {
    const of = alarm.lock_id === null ? `${alarm.kind} ${alarm.gateway_id}` : `door ${alarm.lock_id}`;
    const before = latest.get(of);
    if (before && goesOn(before, alarm)) before.push(alarm);
    else {
      const incident: [A, ...A[]] = [alarm];
      latest.set(of, incident);
      incidents.push(incident);
    }
  }
  return incidents.reverse();
}

/** The same opening: another kind of alarm, which began before the incident was over. */
const goesOn = (incident: readonly Happening[], alarm: Happening): boolean =>
  incident.every(
    ({ kind, ended_at }) =>
      kind !== alarm.kind && (ended_at === null || Date.parse(ended_at) >= Date.parse(alarm.started_at)),
  );

/** When all of it was over; null while any of it lasts. */
export function endOf(incident: readonly Happening[]): string | null {
  const ends = incident.map(({ ended_at }) => ended_at);
  if (ends.some((end) => end === null)) return null;
  return ends.reduce(
    (latest, end) => (Date.parse(end ?? '') > Date.parse(latest ?? '') ? end : latest),
    ends[0] ?? null,
  );
}
