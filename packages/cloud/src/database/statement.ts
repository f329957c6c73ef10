import type { ClientBase, Pool, QueryConfig } from 'pg';
import { rooted } from './of-token.js';
import { UNHURRIED_MS } from './pool.js';

/*
 * SQL with the type of its rows. A statement declares its columns once; the TypeScript type of a row follows from them,
 * and `statements.test.ts` holds them against what PostgreSQL says of each statement.
 */

/** What verbs take when they may run in a transaction of their caller. */
export type Database = Pool | ClientBase;

/** A column of a row: the type that PostgreSQL names, and the value that the driver makes of it. */
export interface Column<Value> {
  readonly type: string;
  readonly isNullable: boolean;
  /** PostgreSQL cannot know that it is never null; the statement's own condition says so. */
  readonly isPresent: boolean;
  /** Only the type is used. */
  readonly value?: Value;
}

// biome-ignore lint/suspicious/noExplicitAny: columns of every value
export type Columns = Readonly<Record<string, Column<any>>>;
/** The row of columns that several statements share. */
export type RowOf<Shape extends Columns> = {
  -readonly [Name in keyof Shape]: Shape[Name] extends Column<infer Value> ? Value : never;
};
/** The row of a statement. */
export type Row<Of> = Of extends Statement<infer R> ? R : never;

const column = <Value>(type: string): Column<Value> => ({ type, isNullable: false, isPresent: false });

export const int = column<number>('integer');
/** A number: ids and counts stay far below 2^53, and the pool rejects one that does not. */
export const bigint = column<number>('bigint');
export const float = column<number>('double precision');
export const bool = column<boolean>('boolean');
export const text = column<string>('text');
export const uuid = column<string>('uuid');
export const bytes = column<Buffer>('bytea');
export const time = column<Date>('timestamp with time zone');
/** Of `json` too, which the driver parses the same way. */
export const json = <Value>() => column<Value>('jsonb');
/** Of a function that returns nothing, such as `pg_notify`. */
export const nothing = column<''>('void');

/** Prisma makes the column of a list nullable, and never writes a null. */
export const arrayOf = <Value>(of: Column<Value>): Column<Value[]> => present(column(`${of.type}[]`));
export const orNull = <Value>(of: Column<Value>): Column<Value | null> =>
  ({ ...of, isNullable: true }) as Column<Value | null>;
/** A narrower type than the column's own, such as the words that a text column holds. */
export const narrow = <Value>(of: Column<unknown>): Column<Value> => of as Column<Value>;
/** Of a nullable column whose rows without a value the statement leaves out. */
export const present = <Value>(of: Column<Value>): Column<Value> => ({ ...of, isPresent: true });

/** Bytes within the JSON of a parameter. */
export const jsonBytes = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

export interface Statement<R> {
  readonly name: string;
  readonly text: string;
  readonly columns: Columns;
  /** The statement with its values, for those who combine statements. */
  with(values: readonly unknown[]): QueryConfig;
  rows(database: Database, values?: readonly unknown[]): Promise<R[]>;
  /** The first row. */
  row(database: Database, values?: readonly unknown[]): Promise<R | undefined>;
  /** The first row of a statement that always returns one. */
  one(database: Database, values?: readonly unknown[]): Promise<R>;
  /** The number of rows that were returned or changed. */
  count(database: Database, values?: readonly unknown[]): Promise<number>;
}

export const statements: Statement<unknown>[] = [];

/**
 * Declares a statement; PostgreSQL keeps it prepared on each connection under its name. `unprepared`: planned anew for
 * its values each time, where one plan does not suit them all. `unhurried`: takes as long as it takes, where its
 * transaction sets `statement_timeout = 0`. `brief`: found by an index, a page at the most, and waiting for no lock, so
 * that those of many callers share a connection (`lines.ts`), where it is not in a transaction.
 */
export function statement<Shape extends Columns = Record<never, never>>(
  name: string,
  sql: string,
  columns: Shape = {} as Shape,
  { unprepared = false, unhurried = false, brief = false } = {},
): Statement<RowOf<Shape>> {
  const prepared = unprepared ? undefined : name;
  const query_timeout = unhurried ? UNHURRIED_MS : undefined;
  // Written out, so that the queries of all statements have one shape; the driver reads the values only.
  const config = (values: readonly unknown[]): QueryConfig =>
    rooted({ text: sql, name: prepared, brief, query_timeout, values: values as unknown[] });
  const rows = async (database: Database, values: readonly unknown[] = []): Promise<RowOf<Shape>[]> =>
    (await database.query(config(values))).rows;
  const made: Statement<RowOf<Shape>> = {
    name,
    text: sql,
    columns,
    with: config,
    rows,
    row: async (database, values) => (await rows(database, values))[0],
    one: async (database, values) => {
      const [first] = await rows(database, values);
      if (!first) throw new Error(`Statement ${name} returned no row.`);
      return first;
    },
    count: async (database, values = []) => (await database.query(config(values))).rowCount ?? 0,
  };
  statements.push(made);
  return made;
}

/** A thing by its id and name. */
export const named = json<{ id: number; name: string }>();

/** SQL: the same of a row with these columns, by its alias. */
export const asNamed = (row: string): string => `json_build_object('id', ${row}.id, 'name', ${row}.name)`;

/** SQL: a location is the location `root` or below it; each is a parameter (`$1`) or a column. */
export const isLocationWithin = (location: string, root: string): string =>
  `exists (select from location_ancestor within where within.location_id = ${location} and within.ancestor_id = ${root})`;

/**
 * SQL: the location of `row` is the one of parameter `root` or below it. `row` is an alias with a `location_id`, and
 * `root` a parameter (`$1`) or a column.
 */
export const isWithin = (row: string, root: string): string => isLocationWithin(`${row}.location_id`, root);

/** The same for Prisma. */
export const within = (locationId: number) => ({
  location: { ancestors: { some: { ancestor_id: locationId } } },
});
