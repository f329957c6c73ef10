import type { Decision } from '@door-access/protocol';
import type { AlarmKind } from '../doors/alarm.rules.js';
import { isInWeek, type WeekBlock, weekAt } from './week.rules.js';

/*
 * What follows from an alarm: pure. A rule has steps, each so long after the alarm was opened; a step is due once, while
 * no one has acknowledged the alarm. Times are Unix milliseconds.
 */

export type Target = { kind: 'duty' } | { kind: 'user'; id: string } | { kind: 'channel'; id: string };

export interface Step {
  /** After the opening; each step later than the one before. */
  after_s: number;
  to: readonly Target[];
}

export interface Rule {
  id: string;
  location_id: number;
  kinds: readonly string[];
  /** Empty: all doors, and gateways. */
  lock_ids: readonly number[];
  /** Empty: always. */
  hours: readonly WeekBlock[];
  quiet: readonly WeekBlock[];
  steps: readonly Step[];
  muted_until: number | null;
  created_at: number;
}

/** How far a rule is with an alarm: steps done, and when the last was. */
export interface Progress {
  done: number;
  at: number;
}

export interface AlarmState {
  ended_at: number | null;
  steps_done: Readonly<Record<string, Progress>>;
  /** When it is looked at next; null: nothing follows. */
  due_at: number | null;
}

/** A due time has come. */
export interface AlarmInput {
  kind: 'look';
  /** When what was wrong ended, as the facts of the door say; null: it lasts. */
  ended_at: number | null;
}

export interface AlarmFacts {
  now: number;
  kind: AlarmKind;
  lock_id: number | null;
  /** The location of the alarm and all above it. */
  above: readonly number[];
  timezone: string;
  started_at: number;
  opened_at: number;
  is_acknowledged: boolean;
  /** The door is muted until then. */
  muted_until: number | null;
  rules: readonly Rule[];
}

export interface AlarmEffect {
  kind: 'notify';
  rule_id: string;
  step: number;
  to: readonly Target[];
}

/** An alarm that lasts is looked at again after a fiftieth of its age, within these bounds. */
const SOONEST_LOOK_MS = 1_000;
const LATEST_LOOK_MS = 60_000;
const DAY_MS = 86_400_000;

export function decideAlarm(
  state: AlarmState,
  input: AlarmInput,
  facts: AlarmFacts,
): Decision<AlarmState, AlarmEffect> {
  const ended_at = state.ended_at ?? input.ended_at;
  const steps_done: Record<string, Progress> = { ...state.steps_done };
  const effects: AlarmEffect[] = [];
  const looks: number[] = ended_at === null ? [nextLook(facts)] : [];
  for (const rule of facts.rules) {
    if (!matches(rule, facts)) continue;
    const next = nextStep(rule, steps_done[rule.id], ended_at, facts);
    if (next === null) continue;
    if (next.at > facts.now) {
      looks.push(next.at);
      continue;
    }
    const { index } = next;
    effects.push({ kind: 'notify', rule_id: rule.id, step: index, to: (rule.steps[index] as Step).to });
    const progress = { done: index + 1, at: facts.now };
    steps_done[rule.id] = progress;
    const after = nextStep(rule, progress, ended_at, facts);
    if (after) looks.push(after.at);
  }
  const due_at = looks.length === 0 ? null : Math.min(...looks);
  return { state: { ended_at, steps_done, due_at }, effects };
}

/** Whether a rule is about this alarm; one that was made later is not. */
export function matches(
  rule: Rule,
  { kind, lock_id, above, started_at, opened_at, timezone }: Omit<AlarmFacts, 'rules' | 'now'>,
): boolean {
  return (
    rule.kinds.includes(kind) &&
    above.includes(rule.location_id) &&
    rule.created_at <= opened_at &&
    (rule.lock_ids.length === 0 || (lock_id !== null && rule.lock_ids.includes(lock_id))) &&
    (rule.hours.length === 0 || isInWeek(rule.hours, timezone, started_at))
  );
}

/** The next step of a rule, and when; null: none. */
function nextStep(
  rule: Rule,
  progress: Progress | undefined,
  ended_at: number | null,
  facts: AlarmFacts,
): { index: number; at: number } | null {
  const index = progress?.done ?? 0;
  const step = rule.steps[index];
  if (!step || facts.is_acknowledged) return null;
  const after = step.after_s * 1000;
  // It had to last so long; one that is reported at once need not last.
  if (after > 0 && ended_at !== null && ended_at - facts.started_at < after) return null;
  const before = rule.steps[index - 1];
  // What was held back holds back the steps behind it: there is time to acknowledge in between.
  const apart = progress && before ? progress.at + (step.after_s - before.after_s) * 1000 : 0;
  const at = Math.max(facts.opened_at + after, apart);
  if (at > facts.now) return { index, at };
  const muted = Math.max(rule.muted_until ?? 0, facts.muted_until ?? 0);
  // What ends while it is muted is not reported.
  if (muted > facts.now) return ended_at === null ? { index, at: muted } : null;
  const quiet = weekAt(rule.quiet, facts.timezone, facts.now).active[0];
  if (quiet) return { index, at: quiet.end ?? facts.now + DAY_MS };
  return { index, at: facts.now };
}

function nextLook({ now, opened_at }: AlarmFacts): number {
  return now + Math.min(LATEST_LOOK_MS, Math.max(SOONEST_LOOK_MS, (now - opened_at) / 50));
}
