import type { Context } from '../context.js';
import * as sql from '../database/statement.js';
import type { DoorEvidence } from '../doors/evidence/evidence.rules.js';
import type { Row } from './ids.rules.js';

/* What of an imported account works on as it did, and what is given anew. */

/** Gateways' credentials; tokens of programs, directories, phones and links; passwords and passkeys of people. */
export const TAKE_OVER = ['gateways', 'tokens', 'passwords'] as const;
export type TakeOver = (typeof TAKE_OVER)[number];

/** Gateways find their way here: so long they count as online, as they did. */
const GATEWAYS_COME_WITHIN_MS = 15 * 60_000;

/** The row as it is written here; null where it is left out. */
export function taken(
  { ids, clock }: Pick<Context, 'ids' | 'clock'>,
  takeOver: ReadonlySet<TakeOver>,
  table: string,
  row: Row,
): Row | null {
  const unknown = () => sql.jsonBytes(Buffer.from(ids.bytes(32)));
  const now = new Date(clock.now()).toISOString();
  switch (table) {
    case 'gateway': {
      const offline_due_at =
        row.online === true ? new Date(clock.now() + GATEWAYS_COME_WITHIN_MS).toISOString() : null;
      const anew = { secret_hash: unknown(), previous_secret_hash: null, previous_secret_until: null };
      const credential = takeOver.has('gateways') ? {} : anew;
      // The gateway that comes with its credential says how far the installation before has acted.
      const moved_from = takeOver.has('gateways') ? { at: now, journals: [] } : null;
      return { ...row, ...credential, session: null, instance_id: null, offline_due_at, moved_from };
    }
    case 'door_state': {
      const evidence = row.evidence as DoorEvidence;
      if (!takeOver.has('gateways') || !evidence.opening) return row;
      return { ...row, evidence: { ...evidence, opening: { ...evidence.opening, known_until: null } } };
    }
    case 'api_key':
    case 'directory_token':
      if (takeOver.has('tokens')) return row;
      return { ...row, token_hash: unknown(), revoked_at: row.revoked_at ?? now };
    case 'phone':
      if (takeOver.has('tokens')) return row;
      return { ...row, token_hash: unknown(), move_hash: null, move_until: null };
    case 'invitation':
    case 'user_invitation':
      return takeOver.has('tokens') ? row : { ...row, token_hash: unknown() };
    case 'account_user':
      return takeOver.has('passwords') ? row : { ...row, password_hash: null };
    case 'passkey':
      return takeOver.has('passwords') ? row : null;
    default:
      return row;
  }
}
