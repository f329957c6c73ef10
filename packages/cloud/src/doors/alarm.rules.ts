import type { TerminalFault } from '@door-access/protocol/explanation';
import type { Changes, PlacedEvent } from './apply.types.js';

/* Which alarms begin with what was decided: pure. They are written with the events, in the same statement. */

export const ALARM_KINDS = ['forced', 'left_open', 'offline', 'fault'] as const;
export type AlarmKind = (typeof ALARM_KINDS)[number];

/** A new alarm; of a whole gateway where `lock_id` is null. */
export interface AlarmDraft {
  kind: AlarmKind;
  account_id: number;
  location_id: number;
  lock_id: number | null;
  gateway_id: string | null;
  started_at: number;
  text: string;
  /** Of the event whose number it bears; null: it has none. */
  event: { lock_id: number; type: string } | null;
}

const KIND_OF: Readonly<Record<string, AlarmKind>> = {
  'door.forced': 'forced',
  'door.left_open': 'left_open',
  'lock.offline': 'offline',
};

/**
 * Doors under a guided test or maintenance raise none, and what was acted upon before a restore, or by the installation before,
 * raises none again. A gateway that goes away, or that cannot read terminals, is one alarm, whatever the number of its doors.
 */
export function alarmsIn({
  events,
  faults,
  doors,
}: Pick<Changes, 'events' | 'faults' | 'doors'>): AlarmDraft[] {
  const alarms: AlarmDraft[] = [];
  const gateways = new Set<string>();
  const ofGateway = (gatewayId: string, kind: AlarmKind): boolean => {
    const key = `${kind} ${gatewayId}`;
    if (gateways.has(key)) return false;
    gateways.add(key);
    return true;
  };
  for (const event of events) {
    const kind = kindOf(event);
    if (kind === undefined || event.is_known || event.is_muted || isTest(event)) continue;
    if (kind !== 'offline') alarms.push({ ...draftOf(event, kind), lock_id: event.lock_id });
    else if (event.gateway_id !== null && ofGateway(event.gateway_id, kind))
      alarms.push(draftOf(event, kind));
  }
  if (faults.length === 0) return alarms;
  const byLock = new Map([...doors].map((door) => [door.lock_id, door]));
  for (const { lock_id, at, error, terminal, is_known } of faults) {
    const door = byLock.get(lock_id);
    if (error === null || is_known || !door || !ofGateway(door.gateway_id, 'fault')) continue;
    const { account_id, location_id, gateway_id, name } = door;
    const text = faultWords({ door: name, terminal, error });
    alarms.push({
      kind: 'fault',
      account_id,
      location_id,
      lock_id: null,
      gateway_id,
      started_at: at,
      text,
      event: null,
    });
  }
  return alarms;
}

export interface DoorFault extends TerminalFault {
  door: string;
}

const faultWords = ({ door, terminal, error }: DoorFault): string =>
  `${door}: ${terminal.replace('_', ' ')}: ${error}`;

/** What the words of an alarm about a fault say; null where they are no such words. */
export function faultIn(words: string): DoorFault | null {
  const found = /^(.*?): (contact|exit button|strike|hold): (.*)$/s.exec(words);
  if (!found) return null;
  const [, door = '', terminal = '', error = ''] = found;
  return { door, terminal: terminal.replace(' ', '_') as DoorFault['terminal'], error };
}

/** Maintenance whose end leaves a door open has muted its report: the end is the alarm. */
const kindOf = ({ type, details }: PlacedEvent): AlarmKind | undefined =>
  type === 'lock.maintenance.ended' && (details as { left_open?: boolean }).left_open
    ? 'left_open'
    : KIND_OF[type];

const isTest = ({ explanation }: PlacedEvent): boolean =>
  explanation !== null && 'under_test' in explanation && Boolean(explanation.under_test);

function draftOf(event: PlacedEvent, kind: AlarmKind): AlarmDraft {
  const { account_id, location_id, lock_id, gateway_id, type, occurred_at, explanation } = event;
  const text = explanation !== null && 'text' in explanation ? explanation.text : '';
  return {
    kind,
    account_id,
    location_id,
    lock_id: null,
    gateway_id,
    started_at: occurred_at,
    text,
    event: { lock_id, type },
  };
}
