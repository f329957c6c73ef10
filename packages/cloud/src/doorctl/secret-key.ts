import type { Command } from 'commander';
import type { AuditResigned } from '../audit/resign.js';
import { isAnotherKeyInUse } from '../cluster/membership.js';
import { isRotating } from '../sealing/keys-in-use.js';
import { type Resealed, rotateKey } from '../sealing/rotate.js';
import { print, printJson } from './tools/output.js';
import { CommandError, withSession } from './tools/session.js';

interface Options {
  json?: boolean;
}

export function secretKeyCommands(program: Command): void {
  const secretKey = program
    .command('secret-key')
    .description('the key that secrets are sealed with (docs/operations.md, Rotation)');
  secretKey
    .command('status')
    .description('whether something may still be sealed with a previous key')
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withSession(async ({ context }) => {
        const rotating = await isRotating(context);
        if (json) printJson({ rotating });
        else
          print(
            rotating
              ? 'a rotation is not finished: npx doorctl secret-key rotate'
              : 'everything is sealed with the present key',
          );
      }),
    );
  secretKey
    .command('rotate')
    .description(
      'seal everything with the present key that is sealed with the previous one, beside a running service; run again after an interruption',
    )
    .option('--json', 'print JSON')
    .action(({ json }: Options) =>
      withSession(async ({ context, signal }) => {
        if (await isAnotherKeyInUse(context, context.clock.now()))
          throw new CommandError(
            'a process of the service runs with another key: start all of them with the new SECRET_KEY, and the old one as SECRET_KEY_PREVIOUS, first',
          );
        const onProgress = json ? () => {} : (report: Resealed | AuditResigned) => print(describe(report));
        const rotation = await rotateKey(context, { onProgress, signal });
        if (json) printJson(rotation);
        const broken = rotation.audit.filter(({ fault }) => fault !== null).length;
        if (broken > 0 || rotation.unchained !== null)
          throw new CommandError(
            rotation.unchained === null
              ? `the previous key is needed no more, but the audit log of ${broken === 1 ? 'an account' : `${broken} accounts`} is broken: npx doorctl audit verify`
              : `the previous key is needed no more, but entries of the audit log could not be chained: ${rotation.unchained}`,
          );
        if (!json) print('the previous key is needed no more, except for backups from before');
      }),
    );
}

function describe(report: Resealed | AuditResigned): string {
  if ('account' in report) {
    const { account, entries, fault } = report;
    const name = `audit log of account ${account.id} "${account.name}": ${entries} entries signed`;
    return fault === null ? name : `${name}; BROKEN: ${fault}`;
  }
  const { column, resealed, before, unreadable } = report;
  const lost = unreadable === 0 ? '' : `, ${unreadable} that neither key opens`;
  return `${column}: ${resealed} sealed anew${before === 0 ? '' : `, ${before} before`}${lost}`;
}
