// Prisma's schema engine as WebAssembly, over a throwaway PostgreSQL: no native engine to download.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

export const migrationsFolder = fileURLToPath(new URL('../prisma/migrations', import.meta.url));
/** Without it the engine does not know which database the migrations are for. */
export const lockFile = { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' };
const schemaFile = fileURLToPath(new URL('../prisma/schema.prisma', import.meta.url));

// Types of the system catalogues, which the adapter does not know, and the nearest it does.
const CHAR = 18;
const NAME_ARRAY = 1003;
const TEXT_ARRAY = 1009;
const NEAREST_TYPE = new Map([
  [CHAR, 25],
  [19, 25],
  [NAME_ARRAY, TEXT_ARRAY],
]);

/** The SQL that leads from the migrations to schema.prisma; undefined when they agree. */
export async function differenceToSchema(serverUrl) {
  const engine = await loadEngine(serverUrl);
  const { exitCode, stdout } = await engine.diff({
    from: { tag: 'migrations', ...readMigrations() },
    to: { tag: 'schemaDatamodel', files: [readSchema()] },
    script: true,
    exitCode: true,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return exitCode === 2 ? stdout : undefined;
}

async function loadEngine(serverUrl) {
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  const program = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const { instance } = await WebAssembly.instantiate(
    readFileSync(path.join(path.dirname(program), 'schema_engine_bg.wasm')),
    { './schema_engine_bg.js': bindings },
  );
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  pg.types.setTypeParser(NAME_ARRAY, pg.types.getTypeParser(TEXT_ARRAY));
  const { path: file, content } = readSchema();
  const factory = bindMigrationAwareSqlAdapterFactory(adapterFactory(serverUrl));
  return bindings.SchemaEngine.new({ datamodels: [[file, content]] }, () => {}, factory);
}

function adapterFactory(serverUrl) {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(serverUrl),
    async connectToShadowDb() {
      const database = `shadow_${randomUUID()}`;
      const admin = new pg.Client({ connectionString: serverUrl });
      await admin.connect();
      await admin.query(`CREATE DATABASE "${database}"`);
      await admin.end();
      return connect(Object.assign(new URL(serverUrl), { pathname: `/${database}` }).href);
    },
  };
}

async function connect(url) {
  const pool = new pg.Pool({ connectionString: url });
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  const performIO = adapter.performIO.bind(adapter);
  let characterColumns = [];
  adapter.performIO = async (query) => {
    const result = await performIO(query);
    characterColumns = result.fields.map((field) => field.dataTypeID === CHAR);
    for (const field of result.fields) {
      field.dataTypeID = NEAREST_TYPE.get(field.dataTypeID) ?? field.dataTypeID;
    }
    return result;
  };
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    result.columnTypes = result.columnTypes.map((type, index) =>
      characterColumns[index] ? ColumnTypeEnum.Character : type,
    );
    return result;
  };
  // The adapter's own splits at every semicolon, those inside functions too.
  adapter.executeScript = async (script) => {
    await pool.query(script).catch((error) => adapter.onError(error));
  };
  return adapter;
}

function readSchema() {
  return { path: schemaFile, content: readFileSync(schemaFile, 'utf8') };
}

function readMigrations() {
  const folders = readdirSync(migrationsFolder, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return {
    baseDir: migrationsFolder,
    lockfile: lockFile,
    shadowDbInitScript: '',
    migrationDirectories: folders
      .map(({ name }) => name)
      .sort()
      .map((name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok',
            value: readFileSync(path.join(migrationsFolder, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
  };
}
