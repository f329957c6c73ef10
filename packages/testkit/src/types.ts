/** What may happen to a webhook on its way. */
export const FATES = [
  /** It comes twice, one after the other: the second is what a network repeats. */
  'twice',
  /** It comes twice, both at the same time. */
  'twice at once',
  /** It does not come; the service sends it again a minute later. */
  'late',
  /** It comes, but its answer is lost: the service sends it again a minute later. */
  'answer lost',
  /** It comes behind the next one, or when the clock moves. */
  'out of order',
  /** Signed by another secret. */
  'wrong signature',
  /** Recorded ten minutes ago and sent again by someone else: the signature is right, and too old. */
  'old signature',
  /** Changed by someone on the way, under the signature of the original. */
  'changed body',
] as const;

/** Of the three that are not genuine, the service sends the genuine one a minute later if the receiver refuses them. */
export type Fate = (typeof FATES)[number];

export interface SiteOptions {
  /** How many doors, at most 200, or their names; 1 by default. The first two are `Main entrance` and `Side door`. */
  doors?: number | readonly string[];
  /** How many gateways share the doors, 1 by default: the first is `Gateway 1`. */
  gateways?: number;
  /** A site file (YAML or JSON) in place of both; its gateways with `bench: true` are simulated. */
  siteFile?: string;
  /** Unix milliseconds or ISO 8601; now by default, so that receivers with a clock of their own accept signatures. */
  startAt?: number | string;
  /** Real milliseconds that a receiver has for its answer; 10,000 by default, as in production. */
  answerWithin?: number;
  /** Further settings of the service, as the environment names them. */
  settings?: Readonly<Record<string, string>>;
}

/** The options, checked, each with its value. */
export interface Plan {
  doors: readonly string[];
  gateways: number;
  siteFile: string | null;
  /** Unix milliseconds. */
  startAt: number;
  answerWithin: number;
  settings: Readonly<Record<string, string>>;
}

/** The door as it is on the site, whatever the service knows of it. */
export interface DoorView {
  isOpen: boolean;
  /** Neither the strike nor the hold relay releases it. */
  isLocked: boolean;
  /** Closed, and not to be pulled open: no relay and no exit button draws back the latch. */
  latched: boolean;
  strikeOn: boolean;
  holdOn: boolean;
}

/** A relay that released a door, as its gateway recorded it. */
export interface Unlocked {
  /** ISO 8601, the site's time. */
  at: string;
  relay: 'strike' | 'hold';
  /** `command`: through the service. */
  cause: string;
  /** The id that `POST /locks/{id}/unlock` answered with. */
  command_id: string | null;
}

/** A webhook that was sent to a receiver. */
export interface Sent {
  /** Of the delivery: the `id` of the envelope. */
  id: string;
  type: string;
  url: string;
  /** ISO 8601, the site's time. */
  at: string;
  fate: Fate | null;
  /** Of the receiver's answer; null where it gave none, or was not asked. */
  status: number | null;
  error: string | null;
}

/** What the process of the site says once it is ready. */
export interface Started {
  url: string;
  apiKey: string;
  now: number;
  doors: { id: number; name: string; gateway: string }[];
  gateways: string[];
}

/** What a test may ask of the process of the site. */
export interface Asks {
  start(plan: Plan): Started;
  door(id: number, act: 'press' | 'force' | 'open' | 'close'): number;
  view(id: number): DoorView;
  unlocked(id: number): readonly Unlocked[];
  link(gateway: string, act: 'cut' | 'restore'): number;
  advance(milliseconds: number): number;
  settled(): number;
  fate(fate: Fate): null;
  sent(): readonly Sent[];
  stop(): null;
}
