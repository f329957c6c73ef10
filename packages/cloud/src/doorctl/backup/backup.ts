import path from 'node:path';
import { systemClock } from '@door-access/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { createBackup } from '../../backup/create.js';
import { BackupError, type Manifest, verifyBackup } from '../../backup/manifest.js';
import { restoreBackup } from '../../backup/restore.js';
import { isServiceRunning, noteRestore } from '../../backup/restored.js';
import { loadEnvironment, readConfig } from '../../config.js';
import { transaction } from '../../context.js';
import { print, printJson } from '../tools/output.js';
import { CommandError, withSession } from '../tools/session.js';

interface Options {
  json?: boolean;
}

const EXTERNAL =
  'DATABASE_URL: this database is not the embedded one; back it up with pgBackRest (docs/operations.md)';

export function backupCommands(program: Command): void {
  const backup = program.command('backup').description('physical copies of the embedded database');
  backup
    .command('create <folder>')
    .description('copy the database and its key into a new folder, beside a running service or without one')
    .option('--json', 'print JSON')
    .action((folder: string, options: Options) =>
      withSession(async ({ context }) => {
        if (context.config.DATABASE_URL) throw new CommandError(EXTERNAL);
        report(await explained(createBackup(context, path.resolve(folder))), folder, options, 'is whole');
      }),
    );
  backup
    .command('verify <folder>')
    .description('check that every file of a backup is there and is what was written')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: Options) =>
      report(await explained(verifyBackup(path.resolve(folder))), folder, options, 'is whole'),
    );
  backup
    .command('restore <folder>')
    .description('put a backup in the place of a database that is not there; the service is stopped')
    .option('--json', 'print JSON')
    .action(async (folder: string, options: Options) => {
      loadEnvironment();
      const config = readConfig(process.env);
      if (config.DATABASE_URL) throw new CommandError(EXTERNAL);
      const manifest = await explained(restoreBackup(config, systemClock, path.resolve(folder)));
      report(
        manifest,
        folder,
        options,
        'is restored: start the service, and gateways send again what is missing',
      );
    });
  backup
    .command('restored')
    .description('for a DATABASE_URL that was restored by other means: note it before the service starts')
    .requiredOption('--taken-at <time>', 'what the database holds ends no earlier than this', time)
    .option('--json', 'print JSON')
    .action(({ takenAt, json }: Options & { takenAt: Date }) =>
      withSession(async ({ context, signal }) => {
        const { pool, clock } = context;
        const onWait = () =>
          process.stderr.write('waiting up to 15 s: does a process of the service run on this database?\n');
        if (await isServiceRunning(context, { onWait, signal }))
          throw new CommandError('the service runs on this database: stop it first');
        await transaction(pool, (client) =>
          noteRestore(client, { takenAt, restoredAt: new Date(clock.now()) }),
        );
        if (json) printJson({ taken_at: takenAt.toISOString() });
        else print('noted: start the service, and gateways send again what is missing');
      }),
    );
}

function report({ taken_at, files }: Manifest, folder: string, { json }: Options, outcome: string): void {
  const bytes = Object.values(files).reduce((sum, { size }) => sum + size, 0);
  const count = Object.keys(files).length;
  if (json) printJson({ folder, taken_at, files: count, bytes });
  else print(`${folder}: ${outcome} (${count} files, ${Math.ceil(bytes / 2 ** 20)} MB, taken ${taken_at})`);
}

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof BackupError ? new CommandError(error.message) : error;
  });

function time(text: string): Date {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\dT/.test(text) || Number.isNaN(at.getTime()))
    throw new InvalidArgumentError('expected a time, as 2026-01-07T06:00:00Z');
  return at;
}
