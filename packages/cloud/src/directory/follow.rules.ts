import type { Channel, KeyState } from '../keys/key.rules.js';

/* What a person's groups in a directory make of their key. Pure. */

export interface Standing {
  /** Null: the user has no living person. */
  person: { id: string; email: string; phone: string } | null;
  smsEnabled: boolean;
  /** Of the user's groups, in their order. */
  codes: readonly string[];
  /** The key that the groups gave last. */
  key: { id: number; state: KeyState | null; person_id: string | null; codes: readonly string[] } | null;
}

export type Step =
  | { kind: 'none' }
  | { kind: 'issue'; person_id: string; codes: readonly string[]; channel: Channel }
  /** There is nowhere to send the invitation. */
  | { kind: 'unreachable' }
  | { kind: 'change'; id: number; codes: readonly string[] }
  | { kind: 'return'; id: number };

export function nextStep({ person, smsEnabled, codes, key }: Standing): Step {
  const isInUse = key !== null && key.state !== 'returned' && key.person_id === (person?.id ?? null);
  // Whose person has gone gave the keys back with that.
  if (person === null) return { kind: 'none' };
  if (codes.length === 0) return isInUse ? { kind: 'return', id: key.id } : { kind: 'none' };
  if (isInUse) return isSame(key.codes, codes) ? { kind: 'none' } : { kind: 'change', id: key.id, codes };
  const channel = person.email !== '' ? 'email' : person.phone !== '' && smsEnabled ? 'sms' : null;
  return channel ? { kind: 'issue', person_id: person.id, codes, channel } : { kind: 'unreachable' };
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((code) => other.includes(code));
