import { text } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { ROLES, type Role } from '../http/role.rules.js';
import { createUser, setPassword } from '../users/manage.js';
import { listCommand } from './tools/list.js';
import { print, printJson } from './tools/output.js';
import { accountFor, inAccount, locationFor, PLACE, withSession } from './tools/session.js';

interface NewUserOptions {
  email: string;
  name: string;
  role: Role;
  location?: string;
  account?: string;
  passwordStdin?: boolean;
  json?: boolean;
}

export function userCommands(program: Command): void {
  const users = program.command('user').description('people who manage the service');
  listCommand(
    users,
    'users, newest first',
    ({ prisma }, accountId) =>
      prisma.user.findMany({
        where: inAccount(accountId),
        select: { id: true, ...PLACE, email: true, name: true, role: true, created_at: true },
        orderBy: [{ created_at: 'desc' }, { id: 'asc' }],
        take: 1000,
      }),
    () => ({
      email: (user) => user.email,
      name: (user) => user.name,
      role: (user) => user.role,
      account: (user) => user.account.name,
      location: (user) => user.location.ref,
      since: (user) => user.created_at,
    }),
    'no users',
  );
  users
    .command('create')
    .description('make a user; a password that is made up is shown this once')
    .requiredOption('--email <address>')
    .requiredOption('--name <name>')
    .addOption(new Option('--role <role>').choices(ROLES).default('manager'))
    .option('--location <ref>', 'where they manage, and below (the top location where there is only one)')
    .option('--account <name>', 'where there are several')
    .option('--password-stdin', 'take the password from standard input')
    .option('--json', 'print JSON')
    .action((options: NewUserOptions) =>
      withSession(async (session) => {
        const account = await accountFor(session, options.account);
        const locationId = await locationFor(session, account, options.location);
        const { email, name, role } = options;
        const chosen = options.passwordStdin ? { password: await readPassword() } : {};
        const { id, password } = await createUser(session.context, {
          accountId: account.id,
          locationId,
          email,
          name,
          role,
          ...chosen,
          by: DOORCTL,
        });
        printMade({ id, email: email.trim().toLowerCase() }, options, password);
      }),
    );
  users
    .command('set-password')
    .description('give a user another password; one that is made up is shown this once')
    .argument('<email>')
    .option('--password-stdin', 'take the password from standard input')
    .option('--json', 'print JSON')
    .action((email: string, options: { passwordStdin?: boolean; json?: boolean }) =>
      withSession(async ({ context }) => {
        const { id, password } = await setPassword(
          context,
          email,
          options.passwordStdin ? await readPassword() : undefined,
          DOORCTL,
        );
        printMade({ id, email: email.trim().toLowerCase() }, options, password);
      }),
    );
}

async function readPassword(): Promise<string> {
  return (await text(process.stdin)).replace(/\r?\n$/, '');
}

/** A password that the caller chose is not repeated. */
function printMade(
  user: { id: string; email: string },
  options: { passwordStdin?: boolean; json?: boolean },
  password: string,
): void {
  if (options.json) printJson(options.passwordStdin ? user : { ...user, password });
  else if (options.passwordStdin) print(`user ${user.email} has the new password`);
  else print(`user ${user.email}. Password, shown this once: ${password}`);
}
