import type { Key } from '../types.js';

/* What can be done with a key as it is: pure. */

/** One thing to do, done by a request. */
export interface Step {
  label: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** What is said once it is done. */
  done: string;
  /** Asked first, where somebody loses something by it. */
  warning?: { title: string; text: string };
}

/** Besides handing it over, which asks how. */
export function stepsFor(
  { id, name, state, invitation }: Key,
  marks: { begins: boolean; holds: boolean },
): Step[] {
  const steps: Step[] = [];
  if (invitation?.state === 'pending') {
    const path = `/invitations/${invitation.id}`;
    const done = `The invitation to “${name}” is sent again; the link before it works no more.`;
    steps.push({ label: 'Send again', method: 'POST', path: `${path}/resend`, done });
    steps.push({
      label: 'Cancel invitation',
      method: 'DELETE',
      path,
      done: `The invitation to “${name}” is cancelled.`,
      warning: {
        title: `Cancel the invitation to “${name}”?`,
        text: 'Its link stops working for good. The key stays: it can be handed over again, or taken back.',
      },
    });
  }
  if (state !== 'returned') {
    steps.push({
      label: marks.begins ? 'Begin no blocks' : 'Begin blocks',
      method: 'PUT',
      path: `/keys/${id}/begins-blocks`,
      body: { begins_blocks: !marks.begins },
      done: marks.begins
        ? `“${name}” begins no block any more.`
        : `“${name}” begins blocks now, at doors that wait for a key marked for it.`,
    });
    steps.push({
      label: marks.holds ? 'Hold no doors' : 'Hold doors',
      method: 'PUT',
      path: `/keys/${id}/holds-doors`,
      body: { holds_doors: !marks.holds },
      done: marks.holds
        ? `“${name}” may not hold doors open any more.`
        : `“${name}” may hold its doors open from the phone now, for twelve hours at most.`,
    });
    steps.push({
      label: 'Take back',
      method: 'POST',
      path: `/keys/${id}/return`,
      done: `“${name}” is taken back: it opens nothing any more.`,
      warning: {
        title: `Take back “${name}”?`,
        text: 'It opens nothing from then on, on whichever phone it is. It can be handed over again.',
      },
    });
  }
  return steps;
}

/** Whether a key can be handed over: it is not in use, or in use and on no phone, with no link on its way. */
export function mayHandOver(
  { state, invitation, expires_at }: Key,
  isOnPhone: boolean,
  now: number,
): boolean {
  if (state !== 'handed_over') return true;
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  return !isOnPhone && !isOver && invitation?.state !== 'pending';
}
