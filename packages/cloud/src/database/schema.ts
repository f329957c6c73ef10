import * as sql from './statement.js';

const SCHEMA = sql.statement(
  'schema',
  'select migration_name::text as name from _prisma_migrations order by migration_name desc limit 1',
  { name: sql.text },
);

/** The last migration. */
export const schemaOf = async (database: sql.Database): Promise<string> => (await SCHEMA.one(database)).name;
