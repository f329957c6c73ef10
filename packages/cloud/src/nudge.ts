import { EventEmitter } from 'node:events';
import type { CommandView } from './doors/store/port.js';

/** What a commit made of a command. */
export type CommandChange = Pick<CommandView, 'status' | 'reason' | 'confirmed_at' | 'failed_at'>;

/**
 * Wake-up calls, heard in every process of the service (cluster/). A nudge from another process carries no state: its
 * listener reads the database, and a missed nudge is made good by the due time of its row.
 */
export interface NudgeTopics {
  /** A delivery may be due. */
  delivery: [];
  /** A notice may be due. */
  notice: [];
  /** A command record changed, in this process as `change` says. */
  command: [commandId: string, change?: CommandChange];
  /** Something about a lock changed: an event, its state, its presence. */
  lock: [lockId: number];
  /** A gateway has logged in; a process that holds its connection with a lower number closes it. */
  gateway: [gatewayId: string, connection: number];
  /** Changes of an account were written. */
  change: [accountId: number];
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
