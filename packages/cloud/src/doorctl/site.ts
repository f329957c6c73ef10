import type { Command } from 'commander';
import { applySite, planSite } from '../site/apply-site.js';
import type { PlanItem } from '../site/plan.rules.js';
import { readSiteFile } from '../site/site-file.js';
import type { SiteResult } from '../site/site-result.js';
import { print, printJson } from './output.js';
import { withSession } from './session.js';

export function siteCommands(program: Command): void {
  const site = program.command('site').description('the site file: locations, gateways, locks, people, …');
  site
    .command('apply')
    .description('bring an account in step with a site file; secrets of what it creates are shown this once')
    .argument('<file>', 'YAML or JSON')
    .option('--plan', 'only show what it would create, change or leave')
    .option('--json', 'print ids and new secrets (with --plan: the plan) as JSON')
    .action(async (path: string, { plan: planOnly, json }: { plan?: boolean; json?: boolean }) => {
      // A broken file is reported before any database is opened.
      const file = await readSiteFile(path, Date.now());
      await withSession(
        async ({ context }) => {
          if (planOnly) {
            const plan = await planSite(context, file);
            return json ? printJson({ plan }) : printPlan(plan, 'would be ');
          }
          const { plan, result } = await applySite(context, file);
          if (json) return printJson(result);
          printPlan(plan, '');
          printSecrets(result);
        },
        { mayCreate: true },
      );
    });
}

function printPlan(plan: PlanItem[], would: string): void {
  for (const { section, ref, action, changes, note } of plan) {
    const details =
      action === 'change'
        ? `: ${changes.map(({ field, from, to }) => `${field} ${JSON.stringify(from)} → ${JSON.stringify(to)}`).join(', ')}`
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
