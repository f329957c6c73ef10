import { sheet } from '../../http/pages/csv.rules.js';

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
