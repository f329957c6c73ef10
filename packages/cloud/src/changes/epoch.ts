import type { Database } from '../context.js';
import * as sql from '../database/statement.js';

/**
 * On each new connection, before it writes: a database that is another one than the last connections knew, because a
 * standby took over, or it was moved or restored, says so. Its readers go on from there (`position.ts`).
 */
export const NOTE_EPOCH = 'select note_change_epoch()';

const NOTE = sql.statement('changes-note-epoch', NOTE_EPOCH, { note_change_epoch: sql.nothing });

/** Once at the start, when the function is there for certain. */
export const noteEpoch = (database: Database): Promise<number> => NOTE.count(database);
