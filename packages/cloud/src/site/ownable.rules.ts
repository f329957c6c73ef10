/* What a site file may keep for itself. */

/** What `owns` may name, a section or one of its fields. People are changed by the file only where it manages them. */
const OWNABLE = {
  account: ['sms_enabled', 'phone_key_limit', 'platform_mode'],
  locations: ['name', 'parent', 'timezone', 'address'],
  gateways: ['name', 'location', 'bench'],
  locks: [
    'name',
    'place',
    'location',
    'type',
    'gateway',
    'door',
    'strike_seconds',
    'left_open_seconds',
    'toggle_policy',
    'schedule',
  ],
  security_groups: ['name', 'locks'],
  users: ['name', 'role', 'location'],
  api_keys: ['name', 'location', 'scopes', 'locks', 'expires_at'],
} as const;

export const OWNABLE_NAMES: readonly string[] = Object.entries(OWNABLE).flatMap(([section, fields]) => [
  section,
  ...fields.map((field) => `${section}.${field}`),
]);
