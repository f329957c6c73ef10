import { EventEmitter } from 'node:events';

/**
 * Wake-up calls, heard in every process of the service (cluster/). A nudge carries no truth: whoever is nudged looks in
 * the database, and whoever misses one finds its row by the due time all the same.
 */
export interface NudgeTopics {
  /** A delivery may be due. */
  delivery: [];
  /** A notice may be due. */
  notice: [];
  /** A command record changed. */
  command: [commandId: string];
  /** Something about a lock changed: an event, its state, its presence. */
  lock: [lockId: number];
  /** A gateway has logged in; whoever holds a connection of it with a lower number lets go. */
  gateway: [gatewayId: string, connection: number];
  /** Alarms of a location were acknowledged. */
  alarm: [locationId: number];
  /** Sessions of a user ended, or the user's place did. */
  session: [userId: string];
  /** For a while no other process was heard here: whatever it called for may have happened. */
  missed: [];
}

export class Nudge extends EventEmitter<NudgeTopics> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
