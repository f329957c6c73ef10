/* Events as a spreadsheet reads them (RFC 4180). */

export interface CsvEvent {
  id: number;
  occurred_at: Date | string;
  type: string;
  result: string | null;
  reason: string | null;
  source: string;
  lock: { name: string; place: string };
  location: { name: string };
  person: { name: string; email: string } | null;
  key: { name: string } | null;
  api_key: { name: string } | null;
  user: { name: string } | null;
  why: string | null;
}

const COLUMNS: readonly [name: string, value: (event: CsvEvent) => string][] = [
  ['occurred_at', (event) => String(event.occurred_at)],
  ['event', (event) => event.type],
  ['door', (event) => event.lock.name],
  ['place', (event) => event.lock.place],
  ['location', (event) => event.location.name],
  ['person', (event) => event.person?.name ?? ''],
  ['email', (event) => event.person?.email ?? ''],
  ['key', (event) => event.key?.name ?? ''],
  ['api_key', (event) => event.api_key?.name ?? ''],
  ['user', (event) => event.user?.name ?? ''],
  ['source', (event) => event.source],
  ['result', (event) => event.result ?? ''],
  ['reason', (event) => event.reason ?? ''],
  ['why', (event) => event.why ?? ''],
  ['id', (event) => String(event.id)],
];

export const CSV_HEAD = line(COLUMNS.map(([name]) => name));

export function csvLine(event: CsvEvent): string {
  return line(COLUMNS.map(([, value]) => value(event)));
}

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

/** A name that begins like a formula stays text: a spreadsheet would compute it. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
