import { type Clock, systemClock } from '@door-access/protocol';
import { Command, CommanderError } from 'commander';
import { checkReceiver } from './check-receiver.js';
import { receiverAt, requireReachable, UnreachableError } from './http.js';
import type { CaseResult, Report } from './types.js';

export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  environment: Readonly<Record<string, string | undefined>>;
  clock?: Clock;
}

interface Options {
  secret?: string;
  effects?: string;
  crash?: string;
  lock?: string;
  serviceName: string;
  format: string;
  deadline: string;
  settle: string;
  json: boolean;
}

const SUITE_FAILED = 1;
const WRONG_CALL = 2;

/** @returns the exit code: 0 nothing failed, 1 a case failed, 2 the receiver could not be checked */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code = 0;
  const program = new Command('doors-testkit')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  program
    .command('check')
    .description('hold a receiver of webhooks to the suite')
    .argument('<url>', 'where it receives webhooks')
    .option(
      '--secret <secret>',
      'of its subscription (or WEBHOOK_SECRET in the environment, which ps does not show)',
    )
    .option('--effects <url>', 'where it says what it has done, as JSON; without it only answers are judged')
    .option('--crash <url>', 'where a POST ends it at once; something starts it again')
    .option('--lock <id>', 'the id of a lock that it knows')
    .option('--service-name <name>', 'as in the names of the headers', 'Service')
    .option('--format <format>', 'of its subscription: service, or standard for Standard Webhooks', 'service')
    .option('--deadline <seconds>', 'for an answer', '10')
    .option('--settle <seconds>', 'for an effect behind the answer', '0.5')
    .option('--json', 'print JSON', false)
    .action(async (url: string, options: Options) => {
      const report = await check(url, options, terminal);
      terminal.out(options.json ? `${JSON.stringify(report, null, 2)}\n` : inWords(report));
      code = report.ok ? 0 : SUITE_FAILED;
    });
  try {
    await program.parseAsync(argv);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_CALL;
    if (!(error instanceof UnreachableError || error instanceof UsageError)) throw error;
    terminal.err(`doors-testkit: ${error.message}\n`);
    return WRONG_CALL;
  }
}

class UsageError extends Error {}

async function check(url: string, options: Options, terminal: Terminal): Promise<Report> {
  const { effects, crash, serviceName, format } = options;
  if (format !== 'service' && format !== 'standard')
    throw new UsageError(`--format: ${format} is none: give service or standard`);
  const secret = options.secret ?? terminal.environment.WEBHOOK_SECRET;
  if (!secret)
    throw new UsageError('give --secret, or WEBHOOK_SECRET: the answer to POST /webhooks shows it');
  for (const [name, text] of Object.entries({ url, '--effects': effects, '--crash': crash }))
    if (text !== undefined && !/^https?:$/.test(protocolOf(text)))
      throw new UsageError(`${name}: ${text} is no address: give one that begins with http:// or https://`);
  const clock = terminal.clock ?? systemClock;
  await requireReachable(url);
  return checkReceiver(
    {
      ...receiverAt({ url, effects, crash }, clock),
      secret,
      serviceName,
      format,
      deadlineMs: 1000 * positive('--deadline', options.deadline),
      settleMs: 1000 * positive('--settle', options.settle),
      ...(options.lock === undefined
        ? {}
        : { lock: { id: positive('--lock', options.lock), name: 'Main entrance', place: 'Ground floor' } }),
    },
    clock,
  );
}

const protocolOf = (text: string): string => (URL.canParse(text) ? new URL(text).protocol : '');

function positive(name: string, text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new UsageError(`${name}: ${text} is no number above 0`);
}

const MARKS: Record<CaseResult['outcome'], string> = {
  passed: 'ok     ',
  failed: 'FAILED ',
  skipped: 'skipped',
};

function inWords({ cases, passed, failed, skipped }: Report): string {
  const lines = cases.flatMap(({ name, title, outcome, found, next }) => [
    `${MARKS[outcome]} ${name}: ${title}`,
    ...(found === null ? [] : [`          ${found}`]),
    ...(next === null ? [] : [`          ${next}`]),
  ]);
  return [...lines, `${passed} passed, ${failed} failed, ${skipped} skipped`, ''].join('\n');
}
