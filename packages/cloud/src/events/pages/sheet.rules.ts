import { sheet } from '../../http/pages/csv.rules.js';

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
