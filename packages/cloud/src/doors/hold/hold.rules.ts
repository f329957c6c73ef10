import { earliest } from '../moment.rules.js';
import { BY_SCHEDULE, decideDesired } from './desired.rules.js';
import { decideAccounts, decideEmergency, emergencyTimes } from './emergency.rules.js';
import type { Hold, HoldDecision, HoldEffect, HoldFacts, HoldInput, HoldState } from './hold.types.js';
import { decideReported, decideSafe } from './reported.rules.js';
import { decideUnsent } from './unsent.rules.js';
import { decideWrite } from './write.rules.js';

/* Hold-open of one door (docs/behaviour.md, Holds): what is reported, what is desired, and what is written. Pure. */

/** Blocks are seen a week ahead: where there is none, the next look comes before the week ends. */
const LOOK_AGAIN_MS = 6 * 24 * 3_600_000;

export const noHold: Hold = {
  override: null,
  armed: null,
  desired: { on: false, release_at: null, cause: BY_SCHEDULE },
  held: BY_SCHEDULE,
  write: null,
  given_up: null,
  version: 0,
  told: null,
  command_id: null,
  due_at: null,
};

const STEPS = [
  decideReported,
  decideUnsent,
  decideEmergency,
  decideDesired,
  decideSafe,
  decideWrite,
  decideAccounts,
];

export function decideHold(before: HoldState, input: HoldInput, facts: HoldFacts): HoldDecision {
  let state = before;
  const effects: HoldEffect[] = [];
  for (const decide of STEPS) {
    const decision = decide(state, input, facts);
    state = decision.state;
    effects.push(...decision.effects);
  }
  const { hold, on } = state;
  const due_at = dueAt(hold, facts);
  return { state: due_at === hold.due_at ? state : { hold: { ...hold, due_at }, on }, effects };
}

function dueAt(hold: Hold, { schedule, now }: HoldFacts): number | null {
  const { override, write, given_up } = hold;
  const border = schedule && (schedule.nextBorder ?? now + LOOK_AGAIN_MS);
  const again = given_up?.again_at ?? now;
  return earliest(
    border,
    override?.until ?? null,
    write?.again_at ?? write?.next_at ?? null,
    // One that is past waits for something else, or has no one to write to.
    again > now ? again : null,
    ...emergencyTimes(hold),
  );
}
