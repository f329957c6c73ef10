/**
 * What features report of their work, for those who watch the service. No report carries an id, a name or an address.
 * Where nothing is measured the context has none, and reporting costs a look.
 */
export interface Metrics {
  /** A request to a declared endpoint was answered; `route` is the declared path, null for an unknown one. */
  answered(request: { method: string; route: string | null; status: number; seconds: number }): void;
  /** A gateway tried to log in. */
  loggedIn(outcome: LoginOutcome): void;
  /** A group of messages was committed, with so many journal records. */
  committed(group: { records: number; seconds: number }): void;
  /** A message was set aside. */
  quarantined(): void;
  /** A command ended; `seconds` after its request, where that is known. */
  commandEnded(command: { type: string; outcome: string; seconds: number | null }): void;
  /** An attempt to deliver was recorded; `seconds` after the event, where the first attempt delivered. */
  attempted(delivery: { outcome: string; seconds: number | null }): void;
  /** A gateway came or went. */
  presenceChanged(to: 'online' | 'offline'): void;
}

/** `refused`: wrong id or secret; `limited`: too many of those before; `invalid`: no login; `unavailable`: no database. */
export type LoginOutcome = 'accepted' | 'refused' | 'limited' | 'invalid' | 'unavailable';
