import type { Method, Paths } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';
import type { Key } from '../types.js';

/* The actions that the state of a key allows. Pure. */

type Request<M extends Method> = { method: M; path: Paths<Routes, M>; body?: object };

/** One thing to do, done by a request. */
export type Step = (Request<'POST'> | Request<'PUT'> | Request<'DELETE'>) & {
  label: string;
  /** The message shown once it is done. */
  done: string;
  /** Asked first, if someone loses something by it. */
  warning?: { title: string; text: string };
};

/** All steps except handing it over, which asks how. */
export function stepsFor(
  { id, name, state, invitation }: Key,
  marks: { begins: boolean; holds: boolean },
): Step[] {
  const steps: Step[] = [];
  if (invitation?.state === 'pending') {
    const path = `/invitations/${invitation.id}` as const;
    const done = `The invitation to “${name}” is sent again; the previous link no longer works.`;
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
        ? `“${name}” no longer begins blocks.`
        : `“${name}” now begins blocks, at doors that wait for a key marked for it.`,
    });
    steps.push({
      label: marks.holds ? 'Hold no doors' : 'Hold doors',
      method: 'PUT',
      path: `/keys/${id}/holds-doors`,
      body: { holds_doors: !marks.holds },
      done: marks.holds
        ? `“${name}” may no longer hold doors open.`
        : `“${name}” may now hold its doors open from the phone, for at most twelve hours.`,
    });
    steps.push({
      label: 'Take back',
      method: 'POST',
      path: `/keys/${id}/return`,
      done: `“${name}” is taken back: it no longer opens any door.`,
      warning: {
        title: `Take back “${name}”?`,
        text: 'It will no longer open any door, on any phone. It can be handed over again.',
      },
    });
  }
  return steps;
}

/** Whether a key can be handed over: it is not in use, or it is in use without a phone and without a pending link. */
export function mayHandOver(
  { state, invitation, expires_at }: Key,
  isOnPhone: boolean,
  now: number,
): boolean {
  if (state !== 'handed_over') return true;
  const isOver = expires_at !== null && Date.parse(expires_at) <= now;
  return !isOnPhone && !isOver && invitation?.state !== 'pending';
}
