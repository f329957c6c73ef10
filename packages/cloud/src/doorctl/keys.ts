import { type Command, InvalidArgumentError } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { ApiError } from '../errors.js';
import { handOverKey, returnKey } from '../keys/manage.js';
import { type KeyRow, toKey } from '../keys/read.js';
import { print, printJson } from './output.js';
import { CommandError, withSession } from './session.js';

interface Options {
  json?: boolean;
}

export function keyCommands(program: Command): void {
  const keys = program.command('key').description('keys that people have');
  const add = (name: string, description: string, change: typeof handOverKey, done: string) =>
    keys
      .command(name)
      .description(description)
      .argument('<id>', 'the id of the key', keyId)
      .option('--json', 'print JSON')
      .action((id: number, options: Options) =>
        withSession(async ({ context }) => {
          const key = await change(context, null, id, DOORCTL).catch((error: unknown) => {
            const isMissing = error instanceof ApiError && error.code === 'not_found';
            throw isMissing
              ? new CommandError(
                  `there is no key ${id} (GET /keys lists them, the dashboard on the page of their person)`,
                )
              : error;
          });
          if (options.json) printJson(toKey(key));
          else print(`key ${key.id} "${key.name}" of ${owner(key)} is ${done}`);
        }),
      );
  add('hand-over', 'put a key into use without a setup link', handOverKey, 'handed over');
  add('return', 'take a key back; what is pending of its invitation is cancelled', returnKey, 'returned');
}

const owner = ({ person }: KeyRow): string => (person ? person.name : 'somebody erased');

function keyId(value: string): number {
  const id = Number(value);
  if (!Number.isInteger(id) || id < 1 || id > 2_147_483_647)
    throw new InvalidArgumentError('expected the number of a key.');
  return id;
}
