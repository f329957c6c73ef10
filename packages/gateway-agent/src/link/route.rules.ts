import type { Border, Decision, MovedTo } from '@door-access/protocol';

/*
 * Which address of the cloud the next connection goes to. The cloud may say that it has moved: the gateway tries the new
 * address, and comes back to the old one while that does not answer. It carries how far the old one has its journals; so it
 * leaves only behind the first session message of a connection, when nothing that was sent is still under way. Pure.
 */

/** Where the cloud has moved to, and what the gateway carries there. */
export interface Moved extends MovedTo {
  readonly border?: Border | undefined;
}

export interface Route {
  /** Where the gateway belongs. */
  readonly home: string;
  /** Where the cloud says that it has moved to, until a session there confirms it. */
  readonly other: Moved | null;
  readonly at: 'home' | 'other';
  /** Monotonic; after a failure the other address rests until then. */
  readonly rest_until: number;
}

export type RouteInput =
  /** A session message came; `moved_to` is null where the cloud has not moved. */
  | {
      readonly kind: 'session';
      readonly moved_to: Moved | null;
      readonly is_first: boolean;
      readonly now: number;
    }
  /** A connection ended, or did not come about, without a session. */
  | { readonly kind: 'failed'; readonly now: number };

export type RouteEffect =
  /** The link goes on to the address of the state. */
  | { readonly kind: 'reconnect' }
  /** The new address works: it is kept. */
  | { readonly kind: 'settle'; readonly to: MovedTo }
  /** Plain MQTT would show the secret to the network. */
  | { readonly kind: 'refuse'; readonly to: MovedTo };

/** Doors work meanwhile, at the old address too. */
export const REST_MS = 10 * 60_000;

export const routeOf = (home: string): Route => ({ home, other: null, at: 'home', rest_until: 0 });

/** The address for the next connection. */
export const addressOf = ({ home, other, at }: Route): string =>
  at === 'other' && other ? other.mqtt_url : home;

/** What the birth at the new address says of the old installation; null at the gateway's own address. */
export const carriedTo = ({ other, at }: Route): Border | null =>
  at === 'other' ? (other?.border ?? null) : null;

export function decideRoute(route: Route, input: RouteInput): Decision<Route, RouteEffect> {
  if (input.kind === 'failed') return { state: failed(route, input.now), effects: [] };
  const settled = settle(route);
  const { state, effects } = follow(settled.state, input);
  return { state, effects: [...settled.effects, ...effects] };
}

const failed = (route: Route, now: number): Route =>
  route.at === 'home' ? route : { ...route, at: 'home', rest_until: now + REST_MS };

/** A session at the new address: the gateway belongs there. */
function settle(route: Route): Decision<Route, RouteEffect> {
  const { at, other } = route;
  if (at === 'home' || other === null) return { state: route, effects: [] };
  const { border: _, ...to } = other;
  return { state: routeOf(to.mqtt_url), effects: [{ kind: 'settle', to }] };
}

function follow(
  route: Route,
  { moved_to: to, is_first, now }: Extract<RouteInput, { kind: 'session' }>,
): Decision<Route, RouteEffect> {
  if (to === null || isSame(to.mqtt_url, route.home))
    return { state: { ...route, other: null }, effects: [] };
  if (isTls(route.home) && !isTls(to.mqtt_url))
    return { state: { ...route, other: null }, effects: [{ kind: 'refuse', to }] };
  const isResting = route.other?.mqtt_url === to.mqtt_url && now < route.rest_until;
  if (isResting) return { state: { ...route, other: to }, effects: [] };
  return {
    state: { ...route, other: to, at: is_first ? 'other' : 'home' },
    effects: [{ kind: 'reconnect' }],
  };
}

const isTls = (url: string): boolean => new URL(url).protocol === 'mqtts:';
const isSame = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

/** URL normalises the hosts of schemes that browsers know alone. */
function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname.toLowerCase()}:${port || (protocol === 'mqtts:' ? 8883 : 1883)}`;
}
