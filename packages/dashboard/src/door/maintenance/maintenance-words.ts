import { text } from '../../language/text.js';

interface Muted {
  'door.forced': number;
  'door.left_open': number;
}

/** What was not raised. */
export function mutedWords(muted: Muted | null): string {
  const forced = muted?.['door.forced'] ?? 0;
  const left = muted?.['door.left_open'] ?? 0;
  const parts = [
    forced > 0 &&
      text('{count, plural, one {# forced opening} other {# forced openings}}', { count: forced }),
    left > 0 && text('{count, plural, one {left open once} other {left open # times}}', { count: left }),
  ].filter(Boolean);
  return parts.length > 0
    ? text('Muted: {alarms}.', { alarms: parts.join(', ') })
    : text('No alarm has been muted.');
}
