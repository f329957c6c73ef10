import { EventEmitter } from 'node:events';

/**
 * Wake-up calls within one process. A nudge carries no truth: whoever is nudged looks in the database, and whoever
 * misses one finds its row by the due time all the same.
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
}

export class Nudge extends EventEmitter<NudgeTopics> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
