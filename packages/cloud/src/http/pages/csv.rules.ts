/* Tables as a spreadsheet reads them (RFC 4180). */

export interface Sheet<T> {
  head: string;
  line(row: T): string;
}

const sheet = <T>(columns: readonly [name: string, value: (row: T) => string][]): Sheet<T> => ({
  head: line(columns.map(([name]) => name)),
  line: (row) => line(columns.map(([, value]) => value(row))),
});

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

export const EVENT_SHEET = sheet<CsvEvent>([
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
]);

export interface CsvTest {
  lock: { id: number; name: string; place: string };
  location: { name: string };
  last: { id: string; result: string; finished_at: Date | string; by: string; simulated: boolean } | null;
}

export const TEST_SHEET = sheet<CsvTest>([
  ['door', ({ lock }) => lock.name],
  ['place', ({ lock }) => lock.place],
  ['location', ({ location }) => location.name],
  ['result', ({ last }) => last?.result ?? 'never'],
  ['finished_at', ({ last }) => String(last?.finished_at ?? '')],
  ['by', ({ last }) => last?.by ?? ''],
  ['hardware', ({ last }) => (last ? (last.simulated ? 'simulated' : 'real') : '')],
  ['report', ({ last }) => last?.id ?? ''],
  ['door_id', ({ lock }) => String(lock.id)],
]);

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

/**
 * Escapes text that a spreadsheet would evaluate as a formula. In some languages a list separator splits a cell, quoted or
 * not, so the text behind one is escaped too.
 */
function field(text: string): string {
  const safe = text.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/g, "$1'");
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
