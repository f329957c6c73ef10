import { EventEmitter } from 'node:events';

/**
 * Wake-up calls, heard in every process of the service (cluster/). A nudge carries no state: its listener reads
 * the database, and a missed nudge is made good by the due time of its row.
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
  /** A gateway has logged in; a process that holds its connection with a lower number closes it. */
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
