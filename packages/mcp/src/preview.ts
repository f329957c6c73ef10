import { z } from 'zod';
import type { Preview } from './approvals.js';

/* What all tools that prepare something have in common. */

export const Reason = z
  .string()
  .min(3)
  .max(200)
  .describe('Why, in a few words: shown to the person who approves, and kept in the audit log.');

/** For the assistant; the link of approval is not in it. */
export const shown = ({ id, action, digest, expires_at }: Preview) => ({
  action_id: id,
  preview: action,
  check: digest,
  status: 'waiting for a person',
  expires_at: new Date(expires_at).toISOString(),
  next: 'Show the preview to the person. They approve it by a one-time link that the server printed for them, outside of this conversation; you cannot approve it. Then call action_result.',
});
