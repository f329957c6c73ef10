import { randomUUID } from 'node:crypto';
import type { Lock } from './types.js';

/* Events as the service sends them. */

export interface Envelope {
  id: string;
  type: string;
  created_at: string;
  data: Record<string, unknown>;
}

const LOCATION = { id: 1, name: 'Site' };
/** Larger than any that a real service has given out, so that a receiver has not seen it. */
const FIRST_ID = 2_000_000_000;

/** Makes events of one lock, each another one. */
export class Events {
  readonly #lock: Lock;
  #next: number;

  /** @param seed of this run: the receiver may remember the ids of earlier ones */
  constructor(lock: Lock, seed: number) {
    this.#lock = lock;
    this.#next = FIRST_ID + (seed % 100_000_000);
  }

  /** @param at Unix milliseconds */
  granted(at: number): Envelope {
    return envelope('access.granted', at, {
      id: this.#next++,
      type: 'access.granted',
      occurred_at: iso(at),
      result: 'success',
      reason: null,
      source: 'app',
      api_key: null,
      lock: this.#lock,
      location: LOCATION,
      person: { id: randomUUID(), name: 'Anna Aho', email: 'anna@example.com' },
      key: { id: 7, name: 'Staff' },
      command_id: null,
    });
  }

  closed(at: number): Envelope {
    const granted = this.granted(at);
    return { ...granted, type: 'door.closed', data: { ...granted.data, type: 'door.closed' } };
  }

  opened(at: number): Envelope {
    return this.#device('door.opened', at);
  }

  forced(at: number): Envelope {
    return this.#device('door.forced', at);
  }

  /** Of a later release. */
  unknown(at: number): Envelope {
    return this.#device('door.polished', at);
  }

  #device(type: string, at: number): Envelope {
    const data = { lock: this.#lock, location: LOCATION, occurred_at: iso(at), source: 'device' };
    return envelope(type, at, { ...data, actor: null, details: {} });
  }
}

const envelope = (type: string, at: number, data: Record<string, unknown>): Envelope => ({
  id: randomUUID(),
  type,
  created_at: iso(at),
  data,
});

const iso = (at: number): string => new Date(at).toISOString();
