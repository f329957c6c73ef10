import type { GatewayDetails } from './types.js';

/* How far a pairing is, as the dialog shows it. Times are Unix milliseconds. */

export type PairingStep = 'open' | 'paired' | 'online' | 'over';

/** What is known of the gateway decides, and the code's own end where nothing has come yet. */
export function pairingStep(
  gateway: Pick<GatewayDetails, 'pairing' | 'online' | 'last_heard_at'> | undefined,
  expiresAt: number,
  now: number,
): PairingStep {
  const pairing = gateway?.pairing;
  if (pairing?.state === 'paired') {
    const heard = gateway?.last_heard_at ? Date.parse(gateway.last_heard_at) : 0;
    const isBack = gateway?.online === true && heard >= Date.parse(pairing.paired_at ?? '');
    return isBack ? 'online' : 'paired';
  }
  return pairing?.state === 'over' || now >= expiresAt ? 'over' : 'open';
}

/** As `9:07`. */
export function countdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
