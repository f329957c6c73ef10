import { phrase, text } from './language/text.js';
import type { Role } from './types.js';
import type { IconName } from './ui/parts/icon.jsx';

/* The pages that the menu leads to. */

export interface Place {
  path: string;
  name: string;
  icon: IconName;
  /** Who sees it; all where it is left out. */
  roles?: readonly Role[];
}

const PLACES: readonly Place[] = [
  { path: '/', name: phrase('Doors'), icon: 'door' },
  { path: '/alarms', name: phrase('Alarms'), icon: 'bell' },
  { path: '/floor-plans', name: phrase('Floor plans'), icon: 'plan' },
  { path: '/calendars', name: phrase('Calendars'), icon: 'calendar' },
  { path: '/emergencies', name: phrase('Emergency'), icon: 'alarm' },
  { path: '/events', name: phrase('Events'), icon: 'list' },
  { path: '/people', name: phrase('People'), icon: 'people' },
  { path: '/keys', name: phrase('Keys'), icon: 'key' },
  { path: '/visitors', name: phrase('Visitors'), icon: 'clock' },
  { path: '/groups', name: phrase('Security groups'), icon: 'unlock' },
  { path: '/locations', name: phrase('Locations'), icon: 'exit' },
  { path: '/colleagues', name: phrase('Colleagues'), icon: 'person', roles: ['owner', 'manager'] },
  { path: '/api-keys', name: phrase('API keys'), icon: 'key', roles: ['owner', 'manager'] },
  { path: '/webhooks', name: phrase('Webhooks'), icon: 'send' },
  { path: '/gateways', name: phrase('Gateways'), icon: 'gateway' },
  { path: '/door-tests', name: phrase('Door tests'), icon: 'check' },
  { path: '/locking-system', name: phrase('Locking system'), icon: 'lock', roles: ['owner', 'manager'] },
  { path: '/outbox', name: phrase('Outbox'), icon: 'mail', roles: ['owner'] },
  { path: '/audit', name: phrase('Audit'), icon: 'shield', roles: ['owner', 'manager'] },
];

export const placesOf = (role: Role): readonly Place[] =>
  PLACES.filter(({ roles }) => !roles || roles.includes(role)).map((place) => ({
    ...place,
    name: text(place.name),
  }));
