import { Command, CommanderError } from 'commander';
import { ConfigError } from './config.js';
import { CommandError } from './doorctl/tools/session.js';
import { ApiError } from './errors.js';
import { reasonOf } from './reason.js';
import { SiteFileError } from './site/site-file.js';

/** By the first word of their commands, in the sequence of the help. */
const GROUPS: Record<string, () => Promise<(program: Command) => void>> = {
  site: async () => (await import('./doorctl/site.js')).siteCommands,
  'api-key': async () => (await import('./doorctl/api-keys.js')).apiKeyCommands,
  gateway: async () => (await import('./doorctl/gateways.js')).gatewayCommands,
  report: async () => (await import('./doorctl/reports.js')).reportCommands,
  'scim-token': async () => (await import('./doorctl/scim-tokens.js')).scimTokenCommands,
  user: async () => (await import('./doorctl/users.js')).userCommands,
  key: async () => (await import('./doorctl/keys.js')).keyCommands,
  events: async () => (await import('./doorctl/events.js')).eventCommands,
  door: async () => (await import('./doorctl/door.js')).doorCommands,
  reader: async () => (await import('./doorctl/reader.js')).readerCommands,
  webhooks: async () => (await import('./doorctl/webhooks.js')).webhookCommands,
  outbox: async () => (await import('./doorctl/outbox.js')).outboxCommands,
  audit: async () => (await import('./doorctl/audit.js')).auditCommands,
  retention: async () => (await import('./doorctl/retention.js')).retentionCommands,
  backup: async () => (await import('./doorctl/backup/backup.js')).backupCommands,
  'secret-key': async () => (await import('./doorctl/secret-key.js')).secretKeyCommands,
  account: async () => (await import('./doorctl/account.js')).accountCommands,
};

/** `doorctl …`: what a person does at a terminal, beside a running service or without one. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('doorctl').description(
    'manages a door access service; reads the same settings as the service (environment, .env)',
  );
  // What one command needs is read in a moment, what all need is not.
  const chosen = Object.entries(GROUPS).find(([name]) => name === argv[2]);
  for (const [, load] of chosen ? [chosen] : Object.entries(GROUPS)) (await load())(program);
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode;
    process.stderr.write(`${explain(error as Error)}\n`);
    return error instanceof CommandError ? error.exitCode : 1;
  }
}

function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  command.configureOutput({
    outputError: (text, write) =>
      write(
        `${text
          .trim()
          .replace(/^error: /, 'doorctl: ')
          .replace(/\s*\n/g, ' ')} (see ${pathOf(command)} --help)\n`,
      ),
  });
  for (const inner of command.commands) throwInsteadOfExit(inner);
}

/** As it is typed: `doorctl site apply`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

function explain(error: Error & { code?: string; severity?: string }): string {
  if (error instanceof SiteFileError) return error.message;
  if (error instanceof ApiError && error.details?.length)
    return error.details
      .map(({ field, message }) => `doorctl: ${field && `${field}: `}${message}`)
      .join('\n');
  const isKnown = [ConfigError, CommandError, ApiError].some((kind) => error instanceof kind);
  // The database's and the system's own errors carry a code; anything else is a mistake of ours and shows where.
  return `doorctl: ${isKnown ? error.message : error.code ? reasonOf(error) : (error.stack ?? error.message)}`;
}
