import type { Context, Database } from '../context.js';
import type { Post } from '../notify/notice.types.js';
import { onDuty } from './duty.rules.js';
import { CHANNELS, PEOPLE, ROTAS } from './look.sql.js';
import type { Channel, Person, Reachable } from './reach.rules.js';

/** All that notices of these accounts may reach. */
export interface Everyone {
  /** At a location, given with all above it, the nearest first. */
  at(above: readonly number[]): Reachable;
  /** Where a channel with a URL is posted to. */
  postOf(channelKey: string): Post | undefined;
}

/** Who can be reached now, of these accounts and their locations. */
export async function everyoneOf(
  client: Database,
  { clock, secrets }: Pick<Context, 'clock' | 'secrets'>,
  accounts: readonly number[],
  locations: readonly number[],
): Promise<Everyone> {
  const people = new Map<string, Person>();
  for (const person of await PEOPLE.rows(client, [accounts])) people.set(person.id, person);
  const channels = new Map<string, Channel & { sealed: Buffer | null }>();
  for (const channel of await CHANNELS.rows(client, [accounts])) channels.set(channel.id, channel);
  const rotas = new Map(
    (await ROTAS.rows(client, [locations])).map((rota) => [rota.location_id, rota] as const),
  );
  const now = clock.now();
  return {
    at(above) {
      // The nearest rota counts, even where no one is on duty by it.
      const rota = above.map((id) => rotas.get(id)).find((one) => one !== undefined);
      return { above, people, channels, duty: rota ? onDuty(rota, rota.timezone, now) : [] };
    },
    postOf(key) {
      const channel = channels.get(key.replace(/^channel:/, ''));
      return channel?.sealed ? (JSON.parse(secrets.open(channel.sealed, channel.id)) as Post) : undefined;
    },
  };
}
