import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { MovedTo } from '@door-access/protocol';
import { type Command, InvalidArgumentError } from 'commander';
import { type Move, moveGateways, readMove } from '../gateways/move.js';
import { exportAccount, type OnProgress, TransferRefused, type Transferred } from '../transfer/export.js';
import { type Imported, importAccount } from '../transfer/import.js';
import { SealedFileError } from '../transfer/sealed-file.js';
import { TAKE_OVER, type TakeOver } from '../transfer/taken.js';
import { print, printJson } from './tools/output.js';
import { accountFor, CommandError, withSession } from './tools/session.js';

interface Options {
  account?: string;
  passphraseFile?: string;
  takeOver: TakeOver[];
  json?: boolean;
}

const SHORTEST = 12;
const REPORT_EVERY_MS = 2_000;

export function accountCommands(program: Command): void {
  const account = program
    .command('account')
    .description('an organisation with its history, from one installation to another');
  account
    .command('export <file>')
    .description('write an account into a new file, sealed by a passphrase')
    .option('--account <name>', 'the account, where there are several')
    .option('--passphrase-file <file>', 'its first line is the passphrase; otherwise it is asked for')
    .option('--json', 'print JSON')
    .action((name: string, options: Options) =>
      withSession(async (session) => {
        const file = path.resolve(name);
        if (existsSync(file)) throw new CommandError(`${name} is there already`);
        const chosen = await accountFor(session, options.account);
        const passphrase = await passphraseOf(options, true);
        const done = await explained(
          exportAccount(session.context, chosen, {
            file,
            passphrase,
            onProgress: progress(session.context.clock),
          }),
        );
        report(done, options, `written to ${name}`);
      }),
    );
  account
    .command('import <file>')
    .description('make an exported account one of this installation, with all or nothing of it')
    .option('--passphrase-file <file>', 'its first line is the passphrase; otherwise it is asked for')
    .option(
      '--take-over <what>',
      `what works on here as it did there: ${TAKE_OVER.join(', ')} or all, divided by commas`,
      takeOver,
      [] as TakeOver[],
    )
    .option('--json', 'print JSON')
    .action((name: string, options: Options) =>
      withSession(async ({ context }) => {
        const passphrase = await passphraseOf(options, false);
        const done = await explained(
          importAccount(context, {
            file: path.resolve(name),
            passphrase,
            takeOver: new Set(options.takeOver),
            onProgress: progress(context.clock),
          }),
        );
        report(done, options, 'imported');
      }),
    );
  account
    .command('move-gateways')
    .description(
      'send the gateways of an account to the installation that imported it; without --to: how far that is',
    )
    .option('--account <name>', 'the account, where there are several')
    .option('--to <url>', 'where gateways connect there, as mqtts://doors.example:8883', movedMqtt)
    .option('--service-url <url>', 'the service there, as https://doors.example', movedService)
    .option('--stop', 'keep them here')
    .option('--json', 'print JSON')
    .action((options: MoveOptions) =>
      withSession(async (session) => {
        const { to, serviceUrl, stop, json } = options;
        if (stop && to !== undefined) throw new CommandError('--stop and --to: give one of the two');
        if (serviceUrl !== undefined && to === undefined)
          throw new CommandError('--service-url belongs to --to');
        const chosen = await accountFor(session, options.account);
        const { context } = session;
        const move =
          to === undefined && !stop
            ? await readMove(context.pool, chosen.id)
            : await moveGateways(
                context,
                chosen,
                to === undefined ? null : { mqtt_url: to, service_url: serviceUrl ?? null },
              );
        if (json) printJson(move);
        else print(moveWords(chosen.name, move));
      }),
    );
}

interface MoveOptions {
  account?: string;
  to?: string;
  serviceUrl?: string;
  stop?: boolean;
  json?: boolean;
}

const part = (name: keyof MovedTo, expected: string) => (text: string) => {
  if (!MovedTo.shape[name].safeParse(text).success) throw new InvalidArgumentError(`Takes ${expected}.`);
  return text;
};
const movedMqtt = part('mqtt_url', 'an address, as mqtts://doors.example:8883');
const movedService = part('service_url', 'an address, as https://doors.example');

function moveWords(name: string, { mqtt_url, gateways, here }: Move): string {
  if (mqtt_url === null)
    return `account "${name}": its ${gateways} gateways stay here; ${here} are connected`;
  return `account "${name}": its ${gateways} gateways are sent to ${mqtt_url}; ${here} are still connected here`;
}

function takeOver(text: string): TakeOver[] {
  if (text === 'all') return [...TAKE_OVER];
  const asked = text.split(',').map((part) => part.trim());
  const known = TAKE_OVER.filter((one) => asked.includes(one));
  if (known.length < asked.length)
    throw new InvalidArgumentError(`Takes ${TAKE_OVER.join(', ')} or all, divided by commas.`);
  return known;
}

async function passphraseOf({ passphraseFile }: Options, isNew: boolean): Promise<string> {
  const passphrase =
    passphraseFile === undefined
      ? await asked(isNew)
      : ((await readFile(passphraseFile, 'utf8')).split(/\r?\n/, 1)[0] ?? '');
  if (isNew && passphrase.length < SHORTEST)
    throw new CommandError(`a passphrase has at least ${SHORTEST} characters: the file holds all secrets`);
  return passphrase;
}

async function asked(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(
      'there is no terminal to ask for the passphrase: name a file with --passphrase-file',
    );
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: silent, terminal: true });
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await reader.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const passphrase = await ask('Passphrase: ');
    if (isNew && (await ask('Again: ')) !== passphrase) throw new CommandError('the two are not the same');
    return passphrase;
  } finally {
    reader.close();
  }
}

function progress(clock: { monotonic(): number }): OnProgress {
  let said = clock.monotonic();
  return (table, rows) => {
    if (clock.monotonic() - said < REPORT_EVERY_MS) return;
    said = clock.monotonic();
    process.stderr.write(`${table}: ${rows} rows\n`);
  };
}

const explained = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error) => {
    if (error instanceof TransferRefused || error instanceof SealedFileError)
      throw new CommandError(error.message);
    throw error;
  });

function report(done: Transferred | Imported, { json }: Options, outcome: string): void {
  if (json) {
    printJson(done);
    return;
  }
  const { account, rows } = done;
  const all = Object.values(rows).reduce((sum, count) => sum + count, 0);
  print(`account "${account.name}" (${account.id}) ${outcome}: ${all} rows`);
  for (const [kind, by] of Object.entries('moved' in done ? done.moved : {}))
    print(`${kind}: the numbers were taken here; each is ${by} higher`);
}
