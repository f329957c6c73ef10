import { createHash } from 'node:crypto';

/* Keys and invitations: states, channels, links (docs/behaviour.md, Keys, invitations, phones). */

export const KEY_STATES = ['handed_over', 'returned'] as const;
export type KeyState = (typeof KEY_STATES)[number];

export const INVITATION_STATES = ['pending', 'activated', 'expired', 'cancelled'] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

export const CHANNELS = ['sms', 'email', 'both'] as const;
export type Channel = (typeof CHANNELS)[number];
/** How an invitation went out: sent, or shown on a screen to the person who stands there. */
export const INVITATION_CHANNELS = [...CHANNELS, 'shown'] as const;
export type InvitationChannel = (typeof INVITATION_CHANNELS)[number];

/** How long a setup link lives. */
export const LINK_LIFETIME_MS = 7 * 24 * 3_600_000;
export const LINK_TOKEN_BYTES = 32;

export const toLinkToken = (random: Uint8Array): string => Buffer.from(random).toString('base64url');
/** 256 random bits need no slow hash. */
export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** When a pending invitation expires: the link or the key's validity is over. */
export function invitationDue(linkExpiresAt: Date, keyExpiresAt: Date | null): Date {
  return keyExpiresAt !== null && keyExpiresAt < linkExpiresAt ? keyExpiresAt : linkExpiresAt;
}

/** The single channels that a delivery goes by. */
export function channelsOf(channel: InvitationChannel): ('sms' | 'email')[] {
  if (channel === 'shown') return [];
  return channel === 'both' ? ['sms', 'email'] : [channel];
}

export interface ChannelFault {
  code: 'sms_disabled' | 'invalid';
  message: string;
}

/** Why a person, if it is known who, cannot be reached by a channel; null where nothing is in the way. */
export function channelFault(
  channel: InvitationChannel,
  person: { phone: string; email: string } | undefined,
  smsEnabled: boolean,
): ChannelFault | null {
  const channels = channelsOf(channel);
  if (channels.includes('sms') && !smsEnabled)
    return { code: 'sms_disabled', message: 'SMS is not enabled for this account' };
  if (channels.includes('sms') && person?.phone === '')
    return { code: 'invalid', message: 'the person has no phone number' };
  if (channels.includes('email') && person?.email === '')
    return { code: 'invalid', message: 'the person has no e-mail address' };
  return null;
}
