import { CommandFailedError, DoorAccessError } from '@door-access/client';
import { TooManyError } from './approvals.js';
import { plainText } from './plain.rules.js';

/* What went wrong, and what to do next, for an assistant to say to a person. */

const NEXT: Partial<Record<string, string>> = {
  unauthenticated:
    'Ask the operator for a new API key (DOORS_API_KEY): this one is missing, expired or revoked.',
  insufficient_scope: 'Ask the operator for an API key with the scope that the message names.',
  lock_not_allowed: 'Ask the operator to put this lock on the list of the API key.',
  not_found: 'Call list_doors for the locks that this API key sees, and use an id from there.',
  lock_offline: 'The gateway of this door has no connection: see door_state, and ask someone on site.',
  emergency: 'An emergency is in force at this door: it opens when someone responsible ends that.',
  lock_not_remote: 'This lock belongs to a locking system: it opens by a key at the door only.',
  rate_limited: 'Wait for a minute, then ask once more.',
  cursor_expired: 'Call changes_since without `after`, and go on from the cursor that it gives.',
  invalid_request: 'Correct the argument that the message names.',
  validation_failed: 'Correct the argument that the message names.',
};
const OTHERWISE = 'Try once more in a minute; if it fails again, ask the operator of the door service.';

/** @returns null for a fault of our own */
export function refusalOf(error: unknown): { error: string; next: string } | null {
  if (error instanceof DoorAccessError)
    return { error: plainText(error.message), next: NEXT[error.code] ?? OTHERWISE };
  if (error instanceof CommandFailedError)
    return { error: plainText(error.message), next: 'See door_state for what its gateway reports.' };
  if (error instanceof TooManyError)
    return { error: error.message, next: 'Wait until the person has decided on them, or for two minutes.' };
  if (error instanceof ArgumentError) return { error: error.message, next: error.next };
  if (error instanceof TypeError)
    return {
      error: 'the door service does not answer',
      next: 'Ask the operator whether it runs, and whether DOORS_URL is right.',
    };
  return null;
}

/** An argument that fits its schema, and cannot be used. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
  readonly next: string;
  constructor(message: string, next: string) {
    super(message);
    this.next = next;
  }
}
