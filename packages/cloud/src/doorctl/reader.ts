import type { Command } from 'commander';
import { DOORCTL } from '../audit/record.js';
import { ApiError } from '../errors.js';
import {
  actAtReader,
  listReaders,
  type Reader,
  type ReaderAct,
  type ReaderReach,
} from '../locking-feed/simulated.js';
import { isSimulated } from '../locking-system/port.js';
import { print, printJson, printList } from './tools/output.js';
import { idOf } from './tools/parameters.js';
import { CommandError, lockOf, type Session, withSession } from './tools/session.js';

interface Options {
  json?: boolean;
  key?: number;
}

const EVERYWHERE: ReaderReach = { accountId: null, locationId: null };
const WORDS = { closed: 'closed', open: 'open', left_open: 'left open' } as const;

export function readerCommands(program: Command): void {
  const readers = program
    .command('reader')
    .description('simulated readers of the built-in locking system, where a site has simulated gateways');
  readers
    .command('list')
    .description('list the readers, with the state of their doors')
    .option('--json', 'print JSON')
    .action((options: Options) =>
      withSession(async ({ context }) => {
        const { data, hasMore } = await listReaders(context, EVERYWHERE);
        const columns = {
          LOCK: ({ lock }: Reader) => lock.id,
          NAME: ({ lock }: Reader) => lock.name,
          PLACE: ({ lock }: Reader) => lock.place,
          DOOR: ({ door }: Reader) => WORDS[door],
        };
        if (options.json) return printJson({ data, has_more: hasMore });
        printList(data, columns, false, nothing(context));
        if (hasMore) print(`… and more: only the first ${data.length} are listed`);
      }),
    );
  const act = (name: string, description: string, wanted: (options: Options) => ReaderAct) =>
    readers
      .command(name)
      .description(description)
      .argument('<lock>', 'the id or ref of the lock')
      .option('--json', 'print JSON')
      .action((lock: string, options: Options) =>
        withSession((session) => stand(session, lock, wanted(options), options)),
      );
  act('present', 'hold a key to the reader; without --key, an unknown one', ({ key = null }) => ({
    act: 'present',
    key_id: key,
  })).option('--key <id>', 'the id of the key (GET /keys lists them)', idOf('the number of a key'));
  act('close', 'close the door', () => ({ act: 'close' }));
  act('leave-open', 'leave the door open until the lock reports it', () => ({ act: 'leave_open' }));
}

async function stand(session: Session, lock: string, wanted: ReaderAct, { json }: Options): Promise<void> {
  const { context } = session;
  const { id = 0, name } = (await lockOf(session, lock)) ?? {};
  const answer = await actAtReader(context, EVERYWHERE, id, wanted, DOORCTL).catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
    const { data, hasMore } = await listReaders(context, EVERYWHERE);
    const readers = data.map(({ lock }) => `${lock.name} (${lock.id})`);
    if (hasMore) readers.push('and more');
    throw new CommandError(
      readers.length === 0 ? nothing(context) : `there is no reader "${lock}", only ${readers.join(', ')}`,
    );
  });
  if (json) return printJson({ lock: { id, name }, ...answer });
  const said = answer.granted === null ? '' : answer.granted ? 'granted; ' : `refused (${answer.reason}); `;
  print(`${name}: ${said}the door is ${WORDS[answer.door]}`);
}

const nothing = (context: Session['context']): string =>
  isSimulated(context)
    ? 'there is no simulated reader: an account needs a lock of type locksys and a gateway with bench: true'
    : 'LOCKSYS=http: the readers are real, none is simulated';
