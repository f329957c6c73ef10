import type { AlarmData, InvitationData, WebhookPausedData } from '../../src/notify/notice.types.js';
import type { WeeklyData } from '../../src/notify/weekly/weekly.types.js';

export const WRITTEN = Date.parse('2026-01-07T06:00:00Z');
export const LINK = `https://doors.example.com/setup/${'Ab3_-'.repeat(8)}xyz`;

export const INVITATION: InvitationData = {
  person_name: 'Anna Aho',
  organisation: 'Acme',
  location: 'HQ',
  key_name: 'Front doors',
  setup_link: LINK,
  starts_at: '2026-01-07T06:00:00.000Z',
  expires_at: null,
  link_expires_at: '2026-01-14T06:00:00.000Z',
  timezone: 'Europe/Helsinki',
};

export const PAUSED: WebhookPausedData = {
  user_name: 'Olga',
  subscription_id: '5f2b7c8e-4c1d-4a7e-9d53-0f6f1c2a8b10',
  organisation: 'Acme',
  location: 'HQ',
  url: 'https://erp.example.com/hooks',
  description: 'ERP',
  failing_since: '2026-01-06T06:00:00.000Z',
  paused_at: '2026-01-07T06:00:00.000Z',
  timezone: 'Europe/Helsinki',
};

export const ALARM: AlarmData = {
  organisation: 'Acme',
  location: 'HQ',
  timezone: 'Europe/Helsinki',
  alarm_id: 9,
  what: 'forced',
  name: 'Side',
  place: 'Yard',
  started_at: '2026-01-07T06:00:00.000Z',
  ended_at: null,
  text: 'Opened while the door was held open.',
  why: null,
  fault: null,
  rule: 'Night',
  step: 1,
  url: 'https://doors.example.com/alarms/9',
};

export const bars = (dates: string[]) =>
  dates.map((date, index) => ({ date, real: index, nuisance: index === 2 ? 4 : 0 }));
export const WEEKLY: WeeklyData = {
  organisation: 'Acme',
  location: 'HQ',
  timezone: 'Europe/Helsinki',
  origin: 'https://doors.example.com',
  unsubscribe: 'https://doors.example.com/unsubscribe/Ab3_',
  days: bars(Array.from({ length: 7 }, (_, index) => `2026-01-${String(index + 5).padStart(2, '0')}`)),
  weeks: bars(['2025-11-17', '2025-11-24', '2025-12-01', '2025-12-08', '2025-12-15', '2025-12-22']),
  kinds: [{ name: 'forced', count: 25, before: 20 }],
  causes: [
    { name: 'bounce', count: 5, before: 15 },
    { name: 'unexplained', count: 20, before: 5 },
  ],
  doors: { rows: [{ id: 7, name: 'Side <b>door</b>', place: 'Yard', real: 20, nuisance: 5 }], total: 13 },
  alarms: {
    rows: [
      { id: 9, what: 'forced', name: 'Side', started_at: '2026-01-06T06:00:00.000Z', acknowledged: false },
    ],
    total: 1,
  },
  gateways: { rows: [], total: 0 },
  keys_ending: 3,
  tests: { tested: 1, overdue: 2, never: 3, failed: 4 },
};
