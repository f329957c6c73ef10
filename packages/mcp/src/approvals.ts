import { createHash } from 'node:crypto';

/*
 * Actions that wait for a person. An action is kept as it was previewed, and nothing changes it; it runs only when the person
 * who has the one-time link says so. The link never passes through the conversation.
 */

export interface DoorAction {
  readonly kind: 'unlock' | 'hold' | 'release';
  readonly lock: Readonly<{ id: number; name: string; place: string; location: string }>;
  /** The assistant's words, for the audit log. */
  readonly reason: string;
  /** ISO 8601, of a hold. */
  readonly until: string | null;
}

/** Of a location and all below it. */
export interface EmergencyAction {
  readonly kind: 'lockdown' | 'evacuation' | 'end_emergency';
  /** The id of the emergency that ends; null where one begins. */
  readonly ends: string | null;
  /** Asks every gateway, and moves no door. */
  readonly drill: boolean;
  /** The name is null where no door stands at the location itself. */
  readonly location: Readonly<{ id: number; name: string | null }>;
  /** The remote doors that it reaches. */
  readonly doors: readonly Readonly<{ id: number; name: string }>[];
  readonly reason: string;
}

export type Action = DoorAction | EmergencyAction;

export const isOfDoor = (action: Action): action is DoorAction => 'lock' in action;

export type Outcome = { state: 'confirmed' | 'failed' | 'accepted'; text: string };

export interface Preview {
  id: string;
  action: Action;
  /** Of the action: the same on the page of approval. */
  digest: string;
  /** Unix milliseconds. */
  expires_at: number;
}

interface Entry extends Preview {
  /** Of the token of the link. */
  token_hash: string;
  state: 'waiting' | 'declined' | 'running' | 'done';
  outcome: Outcome | null;
}

export interface ApprovalsOptions {
  /** Unix milliseconds. */
  now: () => number;
  bytes: (count: number) => Uint8Array;
  /** Does it: called once for each approved action, and for nothing else. */
  run: (action: Action) => Promise<Outcome>;
  /** Hands the link to the person. */
  show: (preview: Preview, token: string) => void;
}

export const LIVES_MS = 2 * 60_000;
/** A person reads a few; more are a flood. */
const MAX_WAITING = 5;
const MAX_KEPT = 100;

/** Too many wait: the person decides first. */
export class TooManyError extends Error {
  override name = 'TooManyError';
}

export class Approvals {
  readonly #options: ApprovalsOptions;
  readonly #entries = new Map<string, Entry>();

  constructor(options: ApprovalsOptions) {
    this.#options = options;
  }

  /** @throws TooManyError */
  preview(action: Action): Preview {
    const { now, bytes, show } = this.#options;
    const waiting = [...this.#entries.values()].filter((entry) => this.#isWaiting(entry));
    if (waiting.length >= MAX_WAITING) throw new TooManyError(`${MAX_WAITING} previews wait for a person`);
    const frozen = frozenCopy(action);
    const token = toHex(bytes(32));
    const preview = {
      id: toHex(bytes(8)),
      action: frozen,
      digest: hash(JSON.stringify(frozen)).slice(0, 12),
      expires_at: now() + LIVES_MS,
    };
    this.#entries.set(preview.id, { ...preview, token_hash: hash(token), state: 'waiting', outcome: null });
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined && this.#entries.size > MAX_KEPT) this.#entries.delete(oldest);
    show(preview, token);
    return preview;
  }

  /** What a link is for; null where it was never given out, was used, or is past its time. */
  find(token: string): Preview | null {
    return this.#waitingFor(token);
  }

  /** @returns null where the link is good for nothing any more */
  async decide(
    token: string,
    isApproved: boolean,
  ): Promise<{ preview: Preview; outcome: Outcome | null } | null> {
    const entry = this.#waitingFor(token);
    if (!entry) return null;
    // Used up before anything runs: a second press finds nothing.
    entry.state = isApproved ? 'running' : 'declined';
    if (!isApproved) return { preview: entry, outcome: null };
    entry.outcome = await this.#options
      .run(entry.action)
      .catch((error: Error): Outcome => ({ state: 'failed', text: error.message }));
    entry.state = 'done';
    return { preview: entry, outcome: entry.outcome };
  }

  /** For the assistant; null where no preview has this id. */
  result(id: string): { state: string; text: string } | null {
    const entry = this.#entries.get(id);
    if (!entry) return null;
    if (entry.outcome) return entry.outcome;
    if (entry.state === 'running') return { state: 'running', text: 'approved; its end is not known yet' };
    if (entry.state === 'declined') return { state: 'declined', text: 'the person declined it' };
    return this.#isWaiting(entry)
      ? { state: 'waiting', text: 'no person has decided yet' }
      : { state: 'expired', text: 'no person decided within two minutes; nothing was done' };
  }

  #waitingFor(token: string): Entry | null {
    const wanted = hash(token);
    const found = [...this.#entries.values()].find(({ token_hash }) => token_hash === wanted);
    return found && this.#isWaiting(found) ? found : null;
  }

  #isWaiting({ state, expires_at }: Entry): boolean {
    return state === 'waiting' && this.#options.now() < expires_at;
  }
}

function frozenCopy<T>(value: T): T {
  const freeze = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    Object.values(inner).forEach(freeze);
    Object.freeze(inner);
  };
  const copy = structuredClone(value);
  freeze(copy);
  return copy;
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
