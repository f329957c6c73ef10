import type { Gateway } from '../types.js';

/* What the pages of gateways are told. */

export interface OpenCode {
  gateway_id: string;
  code: string;
  expires_at: string;
  /** Where the unit finds the service; null where it is where this page came from. */
  url: string | null;
}

export interface TerminalFault {
  lock: { id: number; name: string };
  door: number;
  terminal: 'contact' | 'exit_button' | 'strike' | 'hold';
  error: string;
  since: string | null;
}

export interface GatewayDetails extends Gateway {
  pairing: {
    state: 'none' | 'open' | 'over' | 'paired';
    expires_at: string | null;
    paired_at: string | null;
    unit: { host: string; agent: string; doors: { door: number; name: string }[] } | null;
  };
  doors: { id: number; name: string; door: number }[];
  /** Terminals that cannot be read or driven now. */
  faults: TerminalFault[];
  presence: { online: boolean; at: string }[];
  /** The newest reason first. */
  set_aside: { reason: string; count: number; last_at: string }[];
}
