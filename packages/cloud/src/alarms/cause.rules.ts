import type { Why } from '@door-access/protocol/explanation';
import { type AlarmKind, type DoorFault, faultIn } from '../doors/alarm.rules.js';
import { type Kept, whyOf } from '../events/why.rules.js';

/* What explains an alarm, in parts: pure. */

export interface AlarmCause {
  /** Why it is one; null where its kind says it all. */
  why: Why | null;
  /** The terminal that cannot be read or driven. */
  fault: DoorFault | null;
}

export interface AlarmEvidence {
  kind: AlarmKind;
  /** As it is kept with the alarm. */
  text: string;
  /** Of its event; null where there is none, or none any more. */
  event_type: string | null;
  explanation: Kept | null;
}

export function causeOf({ kind, text, event_type, explanation }: AlarmEvidence): AlarmCause {
  const fault = kind === 'fault' ? faultIn(text) : null;
  // The alarm of an event that is no longer kept has its words alone.
  const kept = explanation ?? (text === '' || fault ? null : { text });
  return { why: whyOf(event_type ?? '', kept), fault };
}
