import { randomBytes } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DoorAccessError } from '@door-access/client';
import { Command, CommanderError } from 'commander';
import { changeCommands } from './changes.js';
import { completionCommand } from './completion.js';
import { emergencyCommands } from './emergencies.js';
import { listCommand } from './lists.js';
import { loginCommands } from './login.js';
import { CommandError, type Terminal } from './terminal.js';
import { unlockCommand } from './unlock.js';

/** `doors …`: the interface at a terminal, with an API key. Returns the exit code. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('doors').description(
    'uses a door access service by its interface, with an API key (doors login, or DOORS_URL and DOORS_API_KEY)',
  );
  for (const add of [
    loginCommands,
    listCommand,
    unlockCommand,
    emergencyCommands,
    changeCommands,
    completionCommand,
  ])
    add(program, terminal);
  prepare(program, terminal);
  try {
    await program.parseAsync(argv);
    return 0;
  } catch (error) {
    // Commander has printed its own.
    if (error instanceof CommanderError) return error.exitCode;
    if (terminal.signal.aborted) return 0;
    terminal.note(`doors: ${explain(error as Error)}`);
    return 1;
  }
}

/** For all commands: they throw in place of an exit, and write to the terminal that is given. */
function prepare(command: Command, terminal: Terminal): void {
  command.exitOverride();
  command.configureOutput({
    writeOut: (text) => terminal.out(text.trimEnd()),
    writeErr: (text) => terminal.note(text.trimEnd()),
    outputError: (text, write) => write(text.trim().replace(/^error: /, 'doors: ')),
  });
  for (const inner of command.commands) prepare(inner, terminal);
}

function explain(error: Error): string {
  if (error instanceof CommandError) return error.message;
  if (error instanceof DoorAccessError) {
    const fields = error.details.map(({ field, message }) => `${field}: ${message}`).join('; ');
    return `${error.message}${fields ? ` (${fields})` : ''}${error.requestId ? ` [request ${error.requestId}]` : ''}`;
  }
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ? `the service does not answer (${code})` : error.message;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  const { env, stdin, stdout, stderr } = process;
  const ended = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ended.abort());
  return {
    out: (line) => void stdout.write(`${line}\n`),
    note: (line) => void stderr.write(`${line}\n`),
    secret: (prompt) => readSecret(prompt, stdin, stderr, ended.signal),
    env,
    configFolder: env.XDG_CONFIG_HOME || path.join(os.homedir(), '.config'),
    signal: ended.signal,
    fetch: globalThis.fetch,
    now: () => Date.now(),
    bytes: (count) => randomBytes(count),
  };
}

/** What is typed is not shown. */
async function readSecret(
  prompt: string,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
  signal: AbortSignal,
): Promise<string | null> {
  const isTyped = input.isTTY === true;
  if (isTyped) output.write(prompt);
  const lines = createInterface({ input, terminal: isTyped, signal });
  try {
    for await (const line of lines) return line;
    return null;
  } finally {
    lines.close();
    if (isTyped) output.write('\n');
  }
}
