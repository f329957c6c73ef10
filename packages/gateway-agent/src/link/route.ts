import type { Border, Clock, MovedTo } from '@door-access/protocol';
import type { Agent } from '../agent.js';
import type { Log } from '../log.js';
import { addressOf, carriedTo, decideRoute, REST_MS, type RouteInput, routeOf } from './route.rules.js';

interface RouteOptions {
  readonly home: URL;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps the new address for the next start. @throws where the disk does not take it */
  readonly keep: (to: MovedTo) => void;
}

/** The address of the cloud over the life of an agent. */
export class CloudRoute {
  readonly #options: RouteOptions;
  #route: ReturnType<typeof routeOf>;
  #wasAway = false;

  constructor(options: RouteOptions) {
    this.#options = options;
    this.#route = routeOf(options.home.href);
  }

  /** For the next connection. */
  get url(): URL {
    return new URL(addressOf(this.#route));
  }

  /** The last connection failed at an address that is not the gateway's own. */
  get wasAway(): boolean {
    return this.#wasAway;
  }

  /** What the next birth carries from the installation that sent the gateway away. */
  get border(): Border | null {
    return carriedTo(this.#route);
  }

  /** Follows what the cloud says to this agent, from its start to its end. */
  lead(agent: Agent): void {
    let hadSession = false;
    agent.watch((change) => {
      const now = this.#options.clock.monotonic();
      if (change.type === 'session') {
        hadSession = true;
        const { movedTo: moved_to, isFirst: is_first } = change;
        if (this.#decide({ kind: 'session', moved_to, is_first, now })) agent.reconnect();
      } else if (change.type === 'link' && change.state === 'connecting') hadSession = false;
      else if (
        change.type === 'link' &&
        (change.state === 'offline' || change.state === 'refused') &&
        !hadSession
      )
        this.#fail(change.state, now);
    });
  }

  #fail(state: 'offline' | 'refused', now: number): void {
    const { at, other, home } = this.#route;
    this.#wasAway = at === 'other';
    if (this.#wasAway)
      this.#options.log.warn(
        `link: ${other?.mqtt_url} ${state === 'refused' ? 'refuses this gateway' : 'does not answer'}: back to ${home}; ` +
          `the next try there in ${REST_MS / 60_000} min at the earliest`,
      );
    this.#decide({ kind: 'failed', now });
  }

  /** True if the link has to go on to another address. */
  #decide(input: RouteInput): boolean {
    const { log, keep } = this.#options;
    const { state, effects } = decideRoute(this.#route, input);
    this.#route = state;
    for (const effect of effects) {
      if (effect.kind === 'refuse')
        log.warn(`link: the cloud has moved to ${effect.to.mqtt_url}, which is not encrypted: ignored`);
      else if (effect.kind === 'reconnect') log.info(`link: the cloud has moved to ${state.other?.mqtt_url}`);
      else
        try {
          keep(effect.to);
          log.info(`link: at home at ${effect.to.mqtt_url} from now on`);
        } catch (error) {
          log.warn(`link: the new address of the cloud is not kept: ${(error as Error).message}`);
        }
    }
    return effects.some(({ kind }) => kind === 'reconnect');
  }
}
