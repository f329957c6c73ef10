import { type Command, InvalidArgumentError } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { ApiError } from '../errors.js';
import { inviteAgain } from '../keys/again.js';
import { toInvitation } from '../keys/invitation-read.js';
import { CHANNELS, type Channel } from '../keys/key.rules.js';
import { handOverKey, returnKey } from '../keys/manage.js';
import { type KeyRow, toKey } from '../keys/read.js';
import { print, printJson } from './tools/output.js';
import { idOf } from './tools/parameters.js';
import { CommandError, withSession } from './tools/session.js';

interface Options {
  json?: boolean;
  link?: Channel | true;
}

export function keyCommands(program: Command): void {
  const keys = program.command('key').description('keys that people have');
  const command = (name: string, description: string) =>
    keys
      .command(name)
      .description(description)
      .argument('<id>', 'the id of the key', idOf('the number of a key'))
      .option('--json', 'print JSON');
  const change = (id: number, { json }: Options, verb: typeof handOverKey, done: string) =>
    withSession(async ({ context }) => {
      const key = await found(id, verb(context, null, id, DOORCTL));
      if (json) printJson(toKey(key));
      else print(`key ${key.id} "${key.name}" of ${owner(key)} is ${done}`);
    });
  const sendLink = (id: number, { json, link }: Options) =>
    withSession(async ({ context }) => {
      const channel = link === true ? undefined : link;
      const sent = toInvitation(await found(id, inviteAgain(context, null, id, DOORCTL, channel)));
      if (json) printJson(sent);
      else
        print(
          `key ${id} "${sent.key.name}" of ${owner(sent)}: a setup link is being sent (${sent.channel}), valid until ${sent.link_expires_at}`,
        );
    });
  command('hand-over', 'hand a key over now, or send a setup link for it')
    .option(
      '--link [channel]',
      `send a new setup link (${CHANNELS.join(', ')}; default: the channel used before); the key is handed over when the link is used`,
      linkChannel,
    )
    .action((id: number, options: Options) =>
      options.link ? sendLink(id, options) : change(id, options, handOverKey, 'handed over'),
    );
  command('return', 'take a key back; its pending invitation is cancelled').action(
    (id: number, options: Options) => change(id, options, returnKey, 'returned'),
  );
}

/** The result; a missing key becomes a readable error. */
async function found<T>(id: number, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    throw new CommandError(
      `there is no key ${id}; GET /keys lists keys, and so does the page of a person in the dashboard`,
    );
  }
}

function linkChannel(value: string): Channel {
  const channel = CHANNELS.find((one) => one === value);
  if (!channel) throw new InvalidArgumentError(`expected one of ${CHANNELS.join(', ')}.`);
  return channel;
}

const owner = ({ person }: Pick<KeyRow, 'person'>): string => (person ? person.name : 'a deleted person');
