// node scripts/migration.mjs new NAME | drift
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { differenceToSchema, lockFile, migrationsFolder } from './schema-engine.mjs';

const launcher = new URL('../packages/cloud/dist/database/embedded.js', import.meta.url);

async function difference() {
  if (!existsSync(launcher)) throw new Error('Run "npm run build" first.');
  const { startEmbeddedPostgres } = await import(launcher.href);
  const dir = mkdtempSync(path.join(os.tmpdir(), 'door-access-schema-'));
  const postgres = await startEmbeddedPostgres({ dir, ephemeral: true });
  try {
    return await differenceToSchema(postgres.url('postgres'));
  } finally {
    await postgres.stop();
  }
}

async function drift() {
  const sql = await difference();
  if (sql === undefined) return 0;
  console.error(
    `schema.prisma and the migrations differ. "node scripts/migration.mjs new NAME" writes:\n\n${sql}`,
  );
  return 1;
}

function migrationStamps() {
  if (!existsSync(migrationsFolder)) return [];
  return readdirSync(migrationsFolder).flatMap((name) => /^\d{14}(?=_)/.exec(name) ?? []);
}

async function create(name) {
  if (!/^[a-z][a-z0-9_]*$/.test(name ?? '')) throw new Error('Name the migration in snake_case.');
  mkdirSync(migrationsFolder, { recursive: true });
  const sql = await difference();
  if (sql === undefined) {
    console.log('The migrations already lead to schema.prisma.');
    return 0;
  }
  const now = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  // Later than every existing one, even if clocks differ: migrations are applied in the order of their names.
  const last = Math.max(0, ...migrationStamps().map(Number));
  const stamp = Math.max(Number(now), last + 1);
  const file = path.join(migrationsFolder, `${stamp}_${name}`, 'migration.sql');
  mkdirSync(path.dirname(file));
  writeFileSync(file, sql);
  writeFileSync(path.join(migrationsFolder, lockFile.path), lockFile.content);
  console.log(path.relative(process.cwd(), file));
  return 0;
}

const [command, name] = process.argv.slice(2);
try {
  if (command === 'drift') process.exit(await drift());
  if (command === 'new') process.exit(await create(name));
  throw new Error('Usage: node scripts/migration.mjs new NAME | drift');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
