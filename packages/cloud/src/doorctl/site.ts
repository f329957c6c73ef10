import type { Command } from 'commander';
import { applySite, planSite } from '../site/apply-site.js';
import { differencesOf, type RowDifference } from '../site/difference.rules.js';
import { exportSite } from '../site/export-site.js';
import type { PlanItem } from '../site/plan.rules.js';
import { readSiteFile } from '../site/site-file.js';
import type { SiteResult } from '../site/site-result.js';
import { print, printJson } from './tools/output.js';
import { accountFor, CommandError, withSession } from './tools/session.js';

export function siteCommands(program: Command): void {
  const site = program.command('site').description('the site file: locations, gateways, locks, people, …');
  site
    .command('apply')
    .description('bring an account in step with a site file; secrets of what it creates are shown this once')
    .argument('<file>', 'YAML or JSON')
    .option('--plan', 'only show what it would create, change or leave')
    .option('--take-back', 'set all that the file says, also what was changed in the pages since')
    .option('--json', 'print ids and new secrets (with --plan: the plan) as JSON')
    .action(async (path: string, { plan: planOnly, takeBack, json }: ApplyFlags) => {
      // A broken file is reported before any database is opened.
      const file = await readSiteFile(path, Date.now());
      await withSession(
        async ({ context }) => {
          if (planOnly) {
            const plan = await planSite(context, file, { takeBack });
            return json ? printJson({ plan }) : printPlan(plan, 'would be ');
          }
          const { plan, result } = await applySite(context, file, { takeBack });
          if (json) return printJson(result);
          printPlan(plan, '');
          printSecrets(result);
        },
        { mayCreate: true },
      );
    });
  site
    .command('diff')
    .description('show how an account differs from a site file; exit code 1 if it does')
    .argument('<file>', 'YAML or JSON')
    .option('--json', 'print JSON')
    .action(async (path: string, { json }: { json?: boolean }) => {
      const file = await readSiteFile(path, Date.now());
      await withSession(async ({ context }) => {
        const differences = differencesOf(await planSite(context, file));
        if (json) printJson({ data: differences });
        else printDifferences(differences);
        if (differences.length > 0) throw new CommandError(`${differences.length} rows differ from ${path}`);
      });
    });
  site
    .command('export')
    .description('write an account as a site file; applied to an empty database, it makes the same again')
    .option('--account <name>', 'which account, where there are several')
    .action((options: { account?: string }) =>
      withSession(async (session) => {
        const { name } = await accountFor(session, options.account);
        process.stdout.write(await exportSite(session.context, name));
      }),
    );
}

interface ApplyFlags {
  plan?: boolean;
  takeBack?: boolean;
  json?: boolean;
}

function printDifferences(differences: readonly RowDifference[]): void {
  for (const { section, ref, only, fields, note } of differences) {
    const where = only === 'file' ? 'only in the file' : only === 'here' ? 'only here' : 'differs';
    print(`${section} ${ref}: ${where}${note && only === 'file' ? ` (${note})` : ''}`);
    for (const { field, file, here, applied } of fields)
      print(
        `  ${field}: ${JSON.stringify(here)} here, ${JSON.stringify(file)} in the file${applied ? ', which the next apply sets' : ', kept as it is here'}`,
      );
  }
  if (differences.length === 0) print('The account is as the file says.');
}

function printPlan(plan: PlanItem[], would: string): void {
  for (const { section, ref, action, changes, note } of plan) {
    const details =
      action === 'change'
        ? `: ${changes.map(({ field, from, to }) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`).join(', ')}${note && ` (${note})`}`
        : note && ` (${note})`;
    print(`${action.padEnd(6)}  ${section} ${ref}${details}`);
  }
  const count = (action: PlanItem['action']) => plan.filter((item) => item.action === action).length;
  print(
    `${count('create')} ${would}created, ${count('change')} ${would}changed, ${count('leave')} ${would}left as they are`,
  );
}

function printSecrets({ gateways, users, api_keys }: SiteResult): void {
  const secrets = [
    ...Object.entries(gateways).map(
      ([ref, { id, secret }]) => [secret, `gateway ${ref} (${id}): secret`] as const,
    ),
    ...Object.entries(users).map(([email, { password }]) => [password, `user ${email}: password`] as const),
    ...Object.entries(api_keys).map(([ref, { token }]) => [token, `API key ${ref}:`] as const),
  ].filter(([secret]) => secret !== undefined);
  if (secrets.length > 0) print('\nShown this once, keep them well:');
  for (const [secret, what] of secrets) print(`  ${what} ${secret}`);
}
