import type { Method, Paths } from '@door-access/protocol/contract';
import type { Routes } from '../generated/routes.js';
import { text } from '../language/text.js';
import type { Key } from '../types.js';

/* The actions that the state of a key allows. */

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
    const done = text('The invitation to “{name}” is sent again; the previous link no longer works.', {
      name,
    });
    steps.push({ label: text('Send again'), method: 'POST', path: `${path}/resend`, done });
    steps.push({
      label: text('Cancel invitation'),
      method: 'DELETE',
      path,
      done: text('The invitation to “{name}” is cancelled.', { name }),
      warning: {
        title: text('Cancel the invitation to “{name}”?', { name }),
        text: text(
          'Its link stops working for good. The key stays: it can be handed over again, or taken back.',
        ),
      },
    });
  }
  if (state !== 'returned') {
    steps.push({
      label: marks.begins ? text('Disallow first-person-in') : text('Allow first-person-in'),
      method: 'PUT',
      path: `/keys/${id}/begins-blocks`,
      body: { begins_blocks: !marks.begins },
      done: marks.begins
        ? text('“{name}” no longer begins first-person-in blocks.', { name })
        : text('“{name}” may now begin first-person-in blocks, at doors that ask for a key marked for it.', {
            name,
          }),
    });
    steps.push({
      label: marks.holds ? text('Disallow hold open') : text('Allow hold open'),
      method: 'PUT',
      path: `/keys/${id}/holds-doors`,
      body: { holds_doors: !marks.holds },
      done: marks.holds
        ? text('“{name}” may no longer hold doors open.', { name })
        : text('“{name}” may now hold its doors open from the phone, for at most twelve hours.', { name }),
    });
    steps.push({
      label: text('Take back'),
      method: 'POST',
      path: `/keys/${id}/return`,
      done: text('“{name}” is taken back: it no longer opens any door.', { name }),
      warning: {
        title: text('Take back “{name}”?', { name }),
        text: text('It will no longer open any door, on any phone. It can be handed over again.'),
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
