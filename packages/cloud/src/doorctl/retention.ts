import type { Command } from 'commander';
import type { ArchiveManifest } from '../retention/archive.js';
import { type Archived, ArchiveError, importArchive, verifyArchive } from '../retention/archived.js';
import { type KeepResult, type KeepStatus, keepAll, retentionStatus } from '../retention/keep.js';
import { print, printJson, printList } from './tools/output.js';
import { CommandError, type Session, withSession } from './tools/session.js';

interface Options {
  json?: boolean;
  plan?: boolean;
}

export function retentionCommands(program: Command): void {
  const retention = program
    .command('retention')
    .description('what is kept for how long, and what is forgotten next');
  retention
    .command('status')
    .description('what is kept: its months, its size, what goes next and when')
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withSession(async ({ context }) => printStatus(await retentionStatus(context), json)),
    );
  retention
    .command('run')
    .description('forgets now what is past its time, and makes the months to come')
    .option('--plan', 'only say what would be done')
    .option('--json', 'print JSON')
    .action(({ json, plan }: Options) =>
      withSession(async (session) => {
        if (plan) printPlan(await retentionStatus(session.context), json);
        else printDone(await run(session), json);
      }),
    );
  retention
    .command('verify <file...>')
    .description('checks archived months: whether they are as they were written')
    .option('--json', 'print JSON')
    .action((files: string[], { json }: Options) => verify(files, json));
  retention
    .command('import <file...>')
    .description('brings archived months of events or commands back')
    .option('--json', 'print JSON')
    .action((files: string[], { json }: Options) =>
      withSession(({ context }) => bringBack(context, files, json)),
    );
}

async function verify(files: readonly string[], json: boolean | undefined): Promise<void> {
  const found: ArchiveManifest[] = [];
  for (const file of files) found.push((await explained(verifyArchive(file))).manifest);
  if (json) printJson({ data: found });
  else
    for (const { partition, rows, first, last } of found)
      print(`${partition}: ${rows} rows, recorded from ${first} to ${last}, as they were written`);
}

/** All are verified before any is written. */
async function bringBack(
  context: Session['context'],
  files: readonly string[],
  json: boolean | undefined,
): Promise<void> {
  const archives: Archived[] = [];
  for (const file of files) archives.push(await explained(verifyArchive(file)));
  const done: { partition: string; rows: number; imported: number }[] = [];
  for (const archived of archives) {
    const { partition, rows } = archived.manifest;
    done.push({ partition, rows, imported: await explained(importArchive(context, archived)) });
  }
  if (json) printJson({ data: done });
  else
    for (const { partition, rows, imported } of done)
      print(
        `${partition}: ${imported} of ${rows} rows came back${imported < rows ? '; the others are here, or their account is not' : ''}`,
      );
}

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    throw error instanceof ArchiveError ? new CommandError(error.message) : error;
  });

const ATTEMPTS = 20;
const BETWEEN_MS = 1_500;

/** Tables that are in use, and another process that is at it, are waited for. */
async function run({ context, signal }: Session): Promise<KeepResult[]> {
  const done = new Map<string, KeepResult>();
  for (let attempt = 1; ; attempt++) {
    for (const result of await keepAll(context)) {
      const before = done.get(result.name);
      const forgotten = [...(before?.forgotten ?? []), ...result.forgotten];
      done.set(result.name, { ...result, forgotten, added: (before?.added ?? 0) + result.added });
    }
    const results = [...done.values()];
    const refused = results.find(({ outcome }) => outcome === 'refused');
    if (refused) throw new CommandError(`${refused.name}: nothing was forgotten: ${refused.reason}`);
    const left = results.find(({ outcome }) => outcome !== 'done');
    if (!left) return results;
    signal.throwIfAborted();
    if (attempt === ATTEMPTS)
      throw new CommandError(
        left.outcome === 'in_use'
          ? `the tables of ${left.name} were in use all the time; the service tries again every minute`
          : `another process works on ${left.name}; look again with doorctl retention status`,
      );
    await context.clock.sleep(BETWEEN_MS, signal);
  }
}

const COLUMNS = {
  kept: ({ name }: KeepStatus) => name,
  for: ({ count, span }: KeepStatus) => (count === 0 ? 'ever' : `${count} ${span}`),
  partitions: ({ partitions }: KeepStatus) => partitions,
  oldest: ({ oldest, span }: KeepStatus) => oldest?.toISOString().slice(0, span === 'days' ? 10 : 7),
  rows: ({ rows }: KeepStatus) => rows,
  size: ({ bytes }: KeepStatus) => `${(bytes / 1_048_576).toFixed(1)} MB`,
  over: ({ forget }: KeepStatus) => forget.length,
  'goes next': ({ next }: KeepStatus) => next?.name,
  at: ({ next }: KeepStatus) => next?.at.toISOString().slice(0, 10),
};

function printStatus(statuses: KeepStatus[], json: boolean | undefined): void {
  printList(statuses, COLUMNS, json, 'nothing is kept');
}

function printPlan(statuses: KeepStatus[], json: boolean | undefined): void {
  if (json) printJson({ data: statuses.map(({ name, forget, add }) => ({ name, forget, add })) });
  else
    for (const { name, span, forget, add, next } of statuses) {
      const going = forget.length === 0 ? 'would forget nothing' : `would forget ${forget.join(', ')}`;
      const coming = add === 0 ? '' : `, would make ${numberOf(add, span)}`;
      const later = next ? `; next ${next.name} on ${next.at.toISOString().slice(0, 10)}` : '';
      print(`${name}: ${going}${coming}${later}`);
    }
}

function printDone(results: KeepResult[], json: boolean | undefined): void {
  if (json) printJson({ data: results.map(({ name, forgotten, added }) => ({ name, forgotten, added })) });
  else
    for (const { name, span, forgotten, added } of results) {
      const gone = forgotten.length === 0 ? 'nothing was past its time' : `forgot ${forgotten.join(', ')}`;
      print(`${name}: ${gone}${added === 0 ? '' : `, made ${numberOf(added, span)}`}`);
    }
}

const numberOf = (count: number, span: KeepStatus['span']): string =>
  `${count} ${count === 1 ? span.slice(0, -1) : span}`;
