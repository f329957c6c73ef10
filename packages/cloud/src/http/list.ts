import type { z } from 'zod';
import type { Context } from '../context.js';
import type { Place } from '../database/of-token.js';
import { decodeCursor, pageOf, peekCursor } from './cursor.js';
import type { Caller, EndpointAnswer, EndpointRequest, Manager, Unidentified } from './endpoint.js';

interface PageQuery {
  cursor?: string | undefined;
  limit: number;
}

/** What is asked of a list: up to `limit` rows from behind `after` on. */
interface Asked<Query, Position> {
  context: Context;
  query: Query;
  after: Position | null;
  limit: number;
}

interface List<Query extends z.ZodType<PageQuery>, Row, Position, Item> {
  /** Such as `GET /locks`; cursors are bound to it. */
  name: string;
  query: Query;
  position: z.ZodType<Position>;
  /** The page by a brief statement, for the location of a token's key; null where this page has none. */
  ahead?(asked: Asked<z.output<Query>, Position> & { place: Place }): Promise<Row[]> | null;
  /** @param early what went ahead, if it found any */
  rows(
    asked: Asked<z.output<Query>, Position> & { caller: Caller | Manager; early: Row[] | null },
  ): Promise<Row[]>;
  positionOf(row: Row): Position;
  item(row: Row, context: Context): Item;
}

/** The parts of an `endpoint()` that is a list by pages. */
interface Listing<Query extends z.ZodType<PageQuery>, Row, Item> {
  query: Query;
  ahead?: (given: Unidentified<unknown, z.output<Query>>) => Promise<Row[]> | null;
  handler: (
    request: EndpointRequest<unknown, z.output<Query>, unknown, Row[]>,
  ) => Promise<EndpointAnswer<{ data: Item[]; next_cursor: string | null }>>;
}

/** Spread into the declaration of a list. */
export function list<Query extends z.ZodType<PageQuery>, Row, Position, Item>({
  name,
  query: schema,
  position,
  ahead,
  rows,
  positionOf,
  item,
}: List<Query, Row, Position, Item>): Listing<Query, Row, Item> {
  const handler: Listing<Query, Row, Item>['handler'] = async (request) => {
    const { context, caller, query } = request;
    const binding = { list: name, caller, filters: query };
    const after = query.cursor === undefined ? null : decodeCursor(context, binding, query.cursor, position);
    const found = await request.ahead;
    // None may also mean that the key was revoked in between: who finds none looks again.
    const early = found !== null && found.length > 0 ? found : null;
    const page = await rows({ context, caller, query, after, limit: query.limit + 1, early });
    return { body: pageOf(context, binding, page, query.limit, positionOf, (row) => item(row, context)) };
  };
  if (!ahead) return { query: schema, handler };
  return {
    query: schema,
    handler,
    ahead({ context, place, query }) {
      // Whether this list gave the cursor out is checked behind the checks of the caller, before the page is used.
      const after = query.cursor === undefined ? null : peekCursor(query.cursor, position);
      return after === undefined ? null : ahead({ context, place, query, after, limit: query.limit + 1 });
    },
  };
}
