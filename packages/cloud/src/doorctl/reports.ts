import { readFileSync, statSync } from 'node:fs';
import { SERVICE_SIGNER } from '@door-access/protocol/setup';
import type { Command } from 'commander';
import { z } from 'zod';
import { checkReportFile, type FindKeys, type Verdict } from '../gateways/door-tests/report-check.js';
import { keysIn } from '../gateways/door-tests/reports.js';
import { print, printJson } from './tools/output.js';
import { CommandError, withSession } from './tools/session.js';

/* Reports of door tests and emergencies: whether a file is what its gateway, or the service, signed. */

/** What `verify` exits with; 1 is a file that cannot be read, or a service that does not answer. */
const EXIT_CODES: Record<Verdict['verdict'], number> = { valid: 0, altered: 2, unknown_gateway: 3 };
const MAX_BYTES = 10 * 1024 * 1024;

const KeyFile = z.object({
  keys: z.array(z.object({ gateway_id: z.uuid(), key_id: z.string(), public_key: z.string() })),
});

export function reportCommands(program: Command): void {
  const reports = program.command('report').description('signed reports of door tests and emergencies');
  reports
    .command('verify')
    .description(
      'whether a report (JSON or PDF) is what its gateway signed: exits 0 valid, 2 altered, 3 unknown gateway',
    )
    .argument('<file>')
    .option('--keys <file>', 'public keys as "report keys" prints them, instead of the service’s database')
    .option('--json', 'print JSON')
    .action(async (file: string, options: { keys?: string; json?: boolean }) => {
      const bytes = readFile(file);
      const verdict = options.keys
        ? await checkReportFile(bytes, keysFrom(options.keys))
        : await verifyBesideService(bytes);
      if (options.json) printJson({ file, ...verdict });
      else if (verdict.verdict === 'valid')
        print(`valid: ${file} is what ${signerOf(verdict)} signed with its key ${verdict.key_id}`);
      if (verdict.verdict === 'altered')
        throw new CommandError(`altered: ${file}: ${verdict.why}`, EXIT_CODES.altered);
      if (verdict.verdict === 'unknown_gateway')
        throw new CommandError(
          `unknown gateway: ${file} names gateway ${verdict.gateway_id} and key ${verdict.key_id}, of which this service knows neither`,
          EXIT_CODES.unknown_gateway,
        );
    });
  reports
    .command('keys')
    .description('public keys of the gateways’ reports, as JSON: with them a report is verified anywhere')
    .option('--json', 'as it does anyway')
    .action(() =>
      withSession(async ({ context }) => {
        const keys = await context.prisma.gatewayReportKey.findMany({
          orderBy: [{ added_at: 'asc' }, { key_id: 'asc' }],
        });
        printJson({
          keys: keys.map(({ public_key, ...key }) => ({
            ...key,
            public_key: Buffer.from(public_key).toString('base64url'),
          })),
        });
      }),
    );
}

const signerOf = ({ gateway_id }: { gateway_id: string }): string =>
  gateway_id === SERVICE_SIGNER ? 'the service' : `gateway ${gateway_id}`;

async function verifyBesideService(bytes: Buffer): Promise<Verdict> {
  let verdict: Verdict | undefined;
  await withSession(async ({ context }) => {
    verdict = await checkReportFile(bytes, keysIn(context.pool));
  });
  return verdict as Verdict;
}

function keysFrom(file: string): FindKeys {
  let parsed: z.infer<typeof KeyFile>;
  try {
    parsed = KeyFile.parse(JSON.parse(readFile(file).toString('utf8')));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`--keys ${file}: is not what "doorctl report keys" prints`);
  }
  const keys = parsed.keys.map((key) => ({ ...key, public_key: Buffer.from(key.public_key, 'base64url') }));
  return async ({ gatewayId, keyId }) =>
    keys.filter((key) => key.gateway_id === gatewayId || key.key_id === keyId);
}

function readFile(file: string): Buffer {
  try {
    if (statSync(file).size > MAX_BYTES) throw new CommandError(`${file}: is too large for a report`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      `${file}: ${code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`}`,
    );
  }
}
