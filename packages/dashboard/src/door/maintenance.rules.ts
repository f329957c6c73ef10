/* How long a door may be under maintenance, as people choose it, and what it has muted. */

export const LENGTHS = [
  { value: '30', label: 'for 30 minutes' },
  { value: '60', label: 'for 1 hour' },
  { value: '120', label: 'for 2 hours' },
  { value: '240', label: 'for 4 hours' },
  { value: '480', label: 'for 8 hours' },
  // A minute short of what the service takes, as its clock is not this one.
  { value: '1439', label: 'for 24 hours' },
] as const;

export type Length = (typeof LENGTHS)[number]['value'];

export const maintenanceEnd = (length: Length, now: number): string =>
  new Date(now + Number(length) * 60_000).toISOString();

interface Muted {
  'door.forced': number;
  'door.left_open': number;
}

/** What was not raised, in words. */
export function mutedWords(muted: Muted | null): string {
  const forced = muted?.['door.forced'] ?? 0;
  const left = muted?.['door.left_open'] ?? 0;
  if (forced + left === 0) return 'No alarm has been muted.';
  const parts = [
    ...(forced > 0 ? [`${forced} ${forced === 1 ? 'opening' : 'openings'} without a cause`] : []),
    ...(left > 0 ? [`${left} ${left === 1 ? 'time' : 'times'} left open`] : []),
  ];
  return `Muted: ${parts.join(', ')}.`;
}
