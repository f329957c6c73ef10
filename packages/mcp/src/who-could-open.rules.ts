/* Who could have opened a door at a moment, and why. Pure. */

export interface KeyFacts {
  id: number;
  name: string;
  person: { id: string; name: string; email: string } | null;
  location: { id: number; name: string };
  /** Codes of its location. */
  security_groups: readonly string[];
  starts_at: string;
  expires_at: string | null;
  handed_over_at: string | null;
  returned_at: string | null;
}

export interface GroupFacts {
  code: string;
  name: string;
  location: { id: number };
}

export type Verdict = { opens: true; why: string } | { opens: false; why: string };

/**
 * @param groups those that have the lock now
 * @returns null where the key is not for this lock
 */
export function judgeKey(key: KeyFacts, groups: readonly GroupFacts[], at: number): Verdict | null {
  const group = groups.find(
    ({ code, location }) => location.id === key.location.id && key.security_groups.includes(code),
  );
  if (!group) return null;
  const by = `security group ${group.code}`;
  const refused = (why: string): Verdict => ({ opens: false, why: `${by}, but ${why}` });
  if (key.handed_over_at === null) return refused('the key was never handed over');
  if (Date.parse(key.handed_over_at) > at) return refused(`it was handed over only at ${key.handed_over_at}`);
  if (key.returned_at !== null && Date.parse(key.returned_at) <= at)
    return refused(`it was returned at ${key.returned_at}`);
  if (Date.parse(key.starts_at) > at) return refused(`it is valid only from ${key.starts_at}`);
  if (key.expires_at !== null && Date.parse(key.expires_at) <= at)
    return refused(`it expired at ${key.expires_at}`);
  const until = key.expires_at === null ? 'without an end' : `until ${key.expires_at}`;
  return { opens: true, why: `${by}; handed over at ${key.handed_over_at}, valid ${until}` };
}

export interface HoldEvent {
  type: string;
  occurred_at: string;
  source: string;
}

/** Whether the door was held open, by the last event of its hold before the moment; null where none is known. */
export function judgeHold(last: HoldEvent | null): { held: boolean | null; why: string } {
  if (!last) return { held: null, why: 'no event of a hold is kept from before' };
  const { type, occurred_at, source } = last;
  const by = `by ${type} at ${occurred_at}, source ${source}`;
  if (type === 'lock.hold_open.failed') return { held: null, why: `it could not be verified, ${by}` };
  const held = type === 'lock.hold_open.started';
  return { held, why: held ? `anyone could open it, ${by}` : `not held, ${by}` };
}
