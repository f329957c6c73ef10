import type { Database } from '../../context.js';
import { markKey } from '../apply.rules.js';
import type { Loaded, Wanted } from '../apply.types.js';
import { COMMAND, DOOR, LOAD_AHEAD, namedIn, SUBSCRIBED, toLoaded, VERSION } from './load.js';
import type { CommandedDoor } from './port.js';

/*
 * What the end of a command will be decided on, read while the gateway carries it out. It is read without locks: the write
 * holds it against the rows as they are then, and is made again, on rows that are locked first, where one has changed.
 */

/** What was read, and the values of `stillSo`. */
export interface Ahead {
  loaded: Loaded;
  asRead: unknown[];
}

/** Makes of what was read what is wanted; undefined where that is something else. */
export type TakeAhead = (wanted: Wanted) => Ahead | undefined;

export async function readAhead(database: Database, command: CommandedDoor): Promise<TakeAhead> {
  const row = await LOAD_AHEAD.one(database, namedIn(wantedFor(command)));
  const [[gateway], [asked], [door, other]] = [row.gateways ?? [], row.commands ?? [], row.doors ?? []];
  return (wanted) => {
    const [mark, ...others] = wanted.marks;
    // A lock that has moved has another door by now; a position that no connection has heard is not known without looking.
    if (!gateway || !asked || !door || other || !mark?.had || others.length > 0) return undefined;
    if (!isSame(wanted, { ...wantedFor(command), marks: wanted.marks })) return undefined;
    const { gateway_id, journal, had: last_seq } = mark;
    const loaded = toLoaded(row, new Map());
    loaded.marks.set(markKey(gateway_id, journal), { gateway_id, journal, last_seq });
    const { lock_id, account_id } = door;
    const isSubscribed = loaded.subscribed.has(account_id);
    const asRead = [
      ...[gateway_id, gateway.version, journal, last_seq],
      ...[asked.id, asked.requested_at, asked.version],
      ...[lock_id, door.version, account_id, isSubscribed],
    ];
    return { loaded, asRead };
  };
}

/**
 * SQL: true where all that was read is still so, and locked from now on; where it is not, the transaction breaks off as one
 * that collided. `first` is the parameter from which on its values are.
 */
export const stillSo = (first: number): string => {
  const $ = (index: number) => `$${first + index}`;
  return `case when
    exists (select from gateway g where g.id = ${$(0)}::uuid and ${VERSION.gateway} = ${$(1)} for no key update)
    and exists (select from journal_mark m where m.gateway_id = ${$(0)}::uuid and m.journal = ${$(2)}::uuid
      and m.last_seq = ${$(3)}::bigint for update)
    and exists (select from ${COMMAND} where c.id = ${$(4)}::uuid and c.requested_at = ${$(5)}::timestamptz
      and ${VERSION.command} = ${$(6)} for update of c)
    and exists (select from ${DOOR} where s.lock_id = ${$(7)}::int and ${VERSION.door} = ${$(8)} for update of s)
    and exists (select from subscription where account_id = ${$(9)}::int and ${SUBSCRIBED}) = ${$(10)}::bool
    then 1 else changed_meanwhile() end = 1`;
};

const wantedFor = ({ id, gateway_id, door }: CommandedDoor): Wanted => ({
  gatewayIds: [gateway_id],
  wholeGatewayIds: [],
  doors: [{ gateway_id, door }],
  marks: [],
  commandIds: [id],
  lockIds: [],
  awakeGatewayIds: [],
  readerLockIds: [],
});

const isSame = (one: Wanted, other: Wanted): boolean => JSON.stringify(one) === JSON.stringify(other);
