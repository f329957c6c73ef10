import type { InvitationData, WebhookPausedData } from '../../src/notify/notice.types.js';

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
