import { Command, CommanderError } from 'commander';
import { ConfigError } from './config.js';
import { accountCommands } from './doorctl/account.js';
import { apiKeyCommands } from './doorctl/api-keys.js';
import { auditCommands } from './doorctl/audit.js';
import { backupCommands } from './doorctl/backup/backup.js';
import { doorCommands } from './doorctl/door.js';
import { eventCommands } from './doorctl/events.js';
import { gatewayCommands } from './doorctl/gateways.js';
import { keyCommands } from './doorctl/keys.js';
import { outboxCommands } from './doorctl/outbox.js';
import { readerCommands } from './doorctl/reader.js';
import { reportCommands } from './doorctl/reports.js';
import { retentionCommands } from './doorctl/retention.js';
import { scimTokenCommands } from './doorctl/scim-tokens.js';
import { secretKeyCommands } from './doorctl/secret-key.js';
import { CommandError } from './doorctl/session.js';
import { siteCommands } from './doorctl/site.js';
import { userCommands } from './doorctl/users.js';
import { webhookCommands } from './doorctl/webhooks.js';
import { ApiError } from './errors.js';
import { reasonOf } from './reason.js';
import { SiteFileError } from './site/site-file.js';

/** `doorctl …`: what a person does at a terminal, beside a running service or without one. Returns the exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = new Command('doorctl').description(
    'manages a door access service; reads the same settings as the service (environment, .env)',
  );
  for (const add of [
    siteCommands,
    apiKeyCommands,
    gatewayCommands,
    reportCommands,
    scimTokenCommands,
    userCommands,
    keyCommands,
    eventCommands,
    doorCommands,
    readerCommands,
    webhookCommands,
    outboxCommands,
    auditCommands,
    retentionCommands,
    backupCommands,
    secretKeyCommands,
    accountCommands,
  ])
    add(program);
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
