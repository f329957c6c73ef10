/* What the service tells the phone key. */

export interface Door {
  id: number;
  name: string;
  place: string;
  location: { id: number; name: string };
  /** Of a `locksys` door the key is held to its reader. */
  type: 'remote' | 'locksys';
  online: boolean | null;
  /** A key on this phone may hold it open. */
  may_hold: boolean;
  /** Null if it is not held, or not known to be. */
  held: { until: string | null; by_schedule: boolean } | null;
}

export interface Key {
  id: number;
  name: string;
  status: 'valid' | 'not_yet' | 'expired' | 'returned' | 'removed';
  organisation: string;
  location: string;
  starts_at: string;
  expires_at: string | null;
}

export interface Ring {
  service: string;
  person: string;
  language: string;
  keys: Key[];
  doors: Door[];
}

export interface Pressed {
  id: string;
  press: string;
  lifetime_ms: number;
}

/** How long a phone may hold a door open. */
export type HoldLength = 'quarter' | 'hour' | 'day';

/** The action that a press requests. */
export type Wish = { act: 'unlock' } | { act: 'hold'; length: HoldLength } | { act: 'release' };

export interface Order {
  id: string;
  status: 'pending' | 'sent' | 'confirmed' | 'failed';
  reason: 'timed_out' | 'device_missing' | 'publish_failed' | 'device_error' | null;
  confirmed_at: string | null;
  unlocked_ms: number;
}
