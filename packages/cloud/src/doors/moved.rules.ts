import type { Border } from '@door-access/protocol';
import type { DoorRow, GatewayRow, Loaded } from './apply.types.js';
import { leftOpenAt } from './evidence/door.rules.js';

/*
 * A gateway goes to another installation with its account, and sends again what the one before has had since the copy. The
 * one before says up to where it has acted, and the gateway carries that here: what lies before it is recorded, and alarms
 * are not raised again. Nothing is raised by both, and nothing by neither. Pure, but that it works on the loaded rows.
 */

/** The time of a heartbeat, or of a restart: by then the gateway is heard, or has gone. */
const LOOKS_AGAIN_MS = 90_000;

/** Until when the installation before has judged what this record says; null where it has not had it. */
export function actedUponUntil(border: Border | null, journal: string, seq: number): number | null {
  const had = border?.journals.find((one) => one.journal === journal)?.last_seq ?? 0;
  return border && seq <= had ? Date.parse(border.at) : null;
}

/** Notes that the installation before knew of the door's opening. */
export function markKnown(door: DoorRow, until: number): void {
  const { opening } = door.evidence;
  if (opening) door.evidence = { ...door.evidence, opening: { ...opening, known_until: until } };
}

/**
 * A gateway is born, with what it `said` of the installation before. Only where it came with its account: no other has a say
 * in what was raised. It has the time of a restart to send what that one had.
 */
export function come(
  gateway: GatewayRow,
  doors: readonly DoorRow[],
  said: Border | undefined,
  now: number,
): void {
  if (gateway.moved_from === null) return;
  const at = Math.min(Date.parse((said ?? gateway.moved_from).at), now);
  if (said) gateway.moved_from = { ...said, at: new Date(at).toISOString() };
  for (const door of doors) {
    const { opening } = door.evidence;
    if (!opening || (!said && opening.known_until !== null)) continue;
    const left_open_due_at = opening.left_open_due_at === null ? null : now + LOOKS_AGAIN_MS;
    door.evidence = { ...door.evidence, opening: { ...opening, left_open_due_at, known_until: at } };
  }
}

/**
 * When a door that is due may be judged, if not now; null: now. One that is imported waits for its gateway; one whose gateway
 * is sent away is judged up to when it was heard here, and behind that by the other installation.
 */
export function judgedElsewhere(
  { account_id, last_heard_at, left_open_ms, evidence: { opening } }: DoorRow,
  { moving }: Pick<Loaded, 'moving'>,
  now: number,
): number | null {
  if (!opening) return null;
  const { at } = leftOpenAt(opening, { left_open_ms });
  const isElsewhere = opening.known_until === null || (moving.has(account_id) && at > (last_heard_at ?? 0));
  return isElsewhere ? now + LOOKS_AGAIN_MS : null;
}
