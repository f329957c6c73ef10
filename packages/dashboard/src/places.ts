import type { Role } from './types.js';
import type { IconName } from './ui/icon.jsx';

/* The pages that the menu leads to. */

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** Who sees it; all where it is left out. */
  roles?: readonly Role[];
}

const PLACES: readonly Place[] = [
  { path: '/', name: 'Doors', icon: 'door' },
  { path: '/alarms', name: 'Alarms', icon: 'bell' },
  { path: '/floor-plans', name: 'Floor plans', icon: 'plan' },
  { path: '/calendars', name: 'Calendars', icon: 'calendar' },
  { path: '/emergencies', name: 'Emergency', icon: 'alarm' },
  { path: '/events', name: 'Events', icon: 'list' },
  { path: '/people', name: 'People', icon: 'people' },
  { path: '/keys', name: 'Keys', icon: 'key' },
  { path: '/visitors', name: 'Visitors', icon: 'clock' },
  { path: '/groups', name: 'Security groups', icon: 'unlock' },
  { path: '/locations', name: 'Locations', icon: 'exit' },
  { path: '/colleagues', name: 'Colleagues', icon: 'person', roles: ['owner', 'manager'] },
  { path: '/api-keys', name: 'API keys', icon: 'key', roles: ['owner', 'manager'] },
  { path: '/webhooks', name: 'Webhooks', icon: 'send' },
  { path: '/gateways', name: 'Gateways', icon: 'gateway' },
  { path: '/door-tests', name: 'Door tests', icon: 'check' },
  { path: '/locking-system', name: 'Locking system', icon: 'lock', roles: ['owner', 'manager'] },
  { path: '/outbox', name: 'Outbox', icon: 'mail', roles: ['owner'] },
  { path: '/audit', name: 'Audit', icon: 'shield', roles: ['owner', 'manager'] },
];

export const placesOf = (role: Role): readonly Place[] =>
  PLACES.filter(({ roles }) => !roles || roles.includes(role));
