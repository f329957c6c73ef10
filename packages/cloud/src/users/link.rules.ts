/* The one-time links of colleagues: invitations, and forgotten passwords. */

const HOUR_MS = 3_600_000;
export const INVITATION_LIFETIME_MS = 7 * 24 * HOUR_MS;
/** Short: anyone who has it becomes its user. */
export const RESET_LIFETIME_MS = HOUR_MS;
/** No one needs more at once, and each sends an e-mail. */
export const MAX_WAITING_INVITATIONS = 200;

/** 256 random bits in base64url, and nothing else that a link may carry. */
export const LINK_TOKEN = /^[A-Za-z0-9_-]{43}$/;

export const INVITED_STATES = ['pending', 'accepted', 'expired', 'withdrawn'] as const;
export type InvitedState = (typeof INVITED_STATES)[number];

/** How an invitation stands now. One whose sender may no longer give that role there counts as withdrawn. */
export function invitedState(
  invitation: {
    state: 'pending' | 'accepted' | 'withdrawn';
    link_expires_at: Date;
    sender_may: boolean;
  },
  now: number,
): InvitedState {
  if (invitation.state !== 'pending') return invitation.state;
  if (!invitation.sender_may) return 'withdrawn';
  return now >= invitation.link_expires_at.getTime() ? 'expired' : 'pending';
}

export type ResetState = 'pending' | 'used' | 'expired';

export function resetState(link: { used_at: Date | null; expires_at: Date }, now: number): ResetState {
  if (link.used_at !== null) return 'used';
  return now >= link.expires_at.getTime() ? 'expired' : 'pending';
}
