import type { JournalRecord, SessionMessage } from '@door-access/protocol';
import type { ScheduleEntry } from './layout.js';
import type { Deed } from './plan.js';

/* What was seen of the simulated world from outside: all that the oracle knows. */

export interface Boot {
  boot: string;
  started: number;
  /** When the board's levels were read: from then on edges count. */
  listening: number | null;
  died: number | null;
  how: 'killed' | 'power' | null;
}

/** A record of a journal, and when it was on disk or on the wire. */
export interface Recorded {
  journal: string;
  record: JournalRecord;
  at: number;
}

export interface DoorSeen {
  /** The leaf's moves. */
  leaf: { at: number; open: boolean }[];
  presses: { at: number; until: number }[];
  relays: { at: number; relay: 'strike' | 'hold'; on: boolean }[];
}

/** A session message as an agent got it. */
export interface SessionSeen {
  at: number;
  boot: string;
  /** The address that the agent was connected to. */
  from: string;
  message: SessionMessage;
}

export interface CommandSeen {
  at: number;
  boot: string;
  message: { id: string; session: string; expires_at: string; door: number; type: string };
}

export interface GatewaySeen {
  boots: Boot[];
  /** Records whose write took effect, as often as it did. */
  durable: Recorded[];
  /** Records that went out to the service, as often as they did. */
  sentUp: Recorded[];
  /** When the synced writes began that took effect. */
  writes: number[];
  doors: Map<number, DoorSeen>;
  sessions: SessionSeen[];
  commands: CommandSeen[];
  /** What the service sent as session messages, and when. */
  sent: { at: number; message: SessionMessage }[];
  /** Broker's side: connections by number, with when each began and ended. */
  connections: { number: number; at: number; ended: number | null }[];
  /** While the disk was in trouble. */
  diskTrouble: { from: number; to: number }[];
  /** While the board accepted no commands, or said so. */
  boardTrouble: { from: number; to: number }[];
  /** Journals whose disk was ruined, and when. */
  ruined: number[];
}

export interface Observed {
  gateways: GatewaySeen[];
  /** How far each journal was committed, in order of time. */
  marks: { gateway: string; journal: string; to: number; at: number }[];
  /** Starts of the service. */
  starts: number[];
  crashes: number[];
  /** Commands for a door mode; `doneAt` is null where it is not known whether it took effect. */
  modes: { at: number; doneAt: number | null; lock: number; mode: string; until: number | null }[];
  /** `begun` and `over`: from when on it is certain; null where it never was. `ending`: since when its end was tried. */
  emergencies: {
    id: string;
    location: number;
    mode: 'lockdown' | 'evacuation';
    drill: boolean;
    at: number;
    begun: number | null;
    ending: number | null;
    over: number | null;
  }[];
  /** `begun` and `over` as of emergencies; `ending`: since when a person has tried to end it. */
  maintenances: {
    lock: number;
    at: number;
    until: number;
    begun: number | null;
    ending: number | null;
    over: number | null;
  }[];
  /** Calendars, by their places in the layout, that were saved with other entries. */
  calendars: { at: number; calendar: number; entries: ScheduleEntry[] }[];
  /** Subscriptions that were paused, by people. */
  pauses: { subscription: string; from: number; to: number }[];
  errors: { at: number; line: string }[];
  /** What was done, for people to read. */
  done: { at: number; gateway: number; door: number; what: Deed['do'] | string }[];
  /** Messages that make no sense, sent on purpose. */
  garbage: number;
}
