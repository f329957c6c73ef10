import { type Command, InvalidArgumentError } from 'commander';
import { type Anchor, parseAnchor } from '../audit/entry.rules.js';
import { acceptKey } from '../audit/own-key.js';
import { listAudit } from '../audit/read.js';
import { enrolOlder, type RollCheck, verifyRoll } from '../audit/roll.js';
import { sealAudit } from '../audit/seal.js';
import { type AuditCheck, verifyAudit } from '../audit/verify.js';
import { acceptPresentKey, areKeysComplete } from '../sealing/keys-in-use.js';
import { print, printJson, printList } from './tools/output.js';
import { upTo } from './tools/parameters.js';
import { accountFilter, CommandError, withSession } from './tools/session.js';

interface ListOptions {
  account?: string;
  action?: string;
  limit: number;
  json?: boolean;
}

interface VerifyOptions {
  account?: string;
  anchor?: Anchor[];
  json?: boolean;
}

/** A command that checks the log reports its faults, the key included. */
const ANY_KEY = { anyKey: true };

export function auditCommands(program: Command): void {
  const audit = program.command('audit').description('what was done by whom');
  acceptCommand(audit);
  audit
    .command('list')
    .description('entries, newest first')
    .option('--action <name>', 'only of this kind, as lock.unlock')
    .option('--limit <count>', '1 to 1000', upTo(1000), 50)
    .option('--account <name>', 'only of this account')
    .option('--json', 'print JSON')
    .action((options: ListOptions) =>
      withSession(async (session) => {
        const account_id = await accountFilter(session, options.account);
        const { limit: count, action = null } = options;
        printList(
          await listAudit(session.context, { account_id, action, limit: count }),
          {
            time: (entry) => entry.at,
            no: (entry) => entry.sequence,
            who: ({ actor }) =>
              actor.id === null ? actor.name : `${actor.type} ${actor.id} "${actor.name}"`,
            action: (entry) => entry.action,
            what: ({ subject }) =>
              `${subject.type} ${subject.id}${subject.name === '' ? '' : ` "${subject.name}"`}`,
            details: ({ details }) => (Object.keys(details).length === 0 ? null : JSON.stringify(details)),
          },
          options.json,
          'no audit entries',
        );
      }),
    );
  audit
    .command('verify')
    .description(
      'check that no entry was changed, put in, moved or taken out; prints the end of each chain, to be kept elsewhere',
    )
    .option('--anchor <anchors...>', 'ends of chains that earlier checks printed', anchor)
    .option('--account <name>', 'only of this account')
    .option('--json', 'print JSON')
    .action((options: VerifyOptions) =>
      withSession(async (session) => {
        const accountId = await accountFilter(session, options.account);
        // Without a service nothing else chains what commands have written.
        if (await areKeysComplete(session.context)) {
          await enrolOlder(session.context);
          await sealAudit(session.context);
        }
        const { anchor: anchors = [] } = options;
        const checks = await verifyAudit(session.context, { accountId, anchors });
        const roll = await verifyRoll(session.context, anchors);
        const broken = checks.filter(({ fault }) => fault);
        if (options.json) printJson({ ok: broken.length === 0 && !roll.fault, roll, data: checks });
        else print([...checks.map(describe), describeRoll(roll)].join('\n'));
        if (broken.length === 0 && roll.fault) throw new CommandError('the register of audit logs is broken');
        if (broken.length > 0)
          throw new CommandError(
            `the audit log of ${broken.length === 1 ? 'an account' : `${broken.length} accounts`} is broken`,
          );
      }, ANY_KEY),
    );
}

function acceptCommand(audit: Command): void {
  audit
    .command('accept-key')
    .description(
      'go on with this SECRET_KEY where the one before is lost for good: entries from before can be proven no more, webhooks need new subscriptions',
    )
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) =>
      withSession(async ({ context }) => {
        const changed = !(await areKeysComplete(context));
        if (changed) {
          await acceptKey(context);
          await acceptPresentKey(context);
        }
        if (options.json) printJson({ changed });
        else print(changed ? 'the service starts with this key now' : 'this is the key already');
      }, ANY_KEY),
    );
}

function describe({
  account,
  entries,
  forgotten,
  erased,
  unchained,
  anchor: end,
  fault,
}: AuditCheck): string {
  const name = `account ${account.id} "${account.name}"`;
  if (fault) return `${name}: BROKEN: ${fault.message}`;
  const waiting = unchained === 0 ? '' : `, ${unchained} not chained yet`;
  const gone = forgotten === 0 ? '' : `, the first ${forgotten} forgotten after their time`;
  const changed = erased === 0 ? '' : ` (${erased} with names removed by an erasure)`;
  return `${name}: whole, ${entries} entries${gone}${changed}${waiting}${end === null ? '' : `; anchor ${end}`}`;
}

function describeRoll({ accounts, anchor: end, fault }: RollCheck): string {
  if (fault) return `register of accounts: BROKEN: ${fault}`;
  return `register of accounts: whole, ${accounts} logs begun${end === null ? '' : `; anchor ${end}`}`;
}

function anchor(value: string, before: Anchor[] = []): Anchor[] {
  const parsed = parseAnchor(value);
  if (!parsed) throw new InvalidArgumentError('expected ACCOUNT:ENTRY:HASH, as an earlier check printed it.');
  return [...before, parsed];
}
