import { describe, expect, test } from '@jest/globals';
import {
  addressOf,
  carriedTo,
  decideRoute,
  type Moved,
  REST_MS,
  type Route,
  type RouteInput,
  routeOf,
} from '../src/link/route.rules.js';

const HOME = 'mqtts://old.example:8883';
const to = (mqtt_url: string) => ({ mqtt_url, service_url: null });
const NEW = to('mqtts://new.example:8883');
const session = (moved_to: Moved | null, now = 0, is_first = true): RouteInput => ({
  kind: 'session',
  moved_to,
  is_first,
  now,
});
const failed = (now: number): RouteInput => ({ kind: 'failed', now });

/** The address after each input, and what it makes the gateway do. */
function life(...inputs: RouteInput[]): [string, string[]][] {
  let route: Route = routeOf(HOME);
  return inputs.map((input) => {
    const { state, effects } = decideRoute(route, input);
    route = state;
    return [addressOf(state), effects.map(({ kind }) => kind)];
  });
}

describe('a gateway whose cloud', () => {
  test('has not moved stays, whatever fails', () => {
    expect(life(session(null), failed(1), session(null, 2))).toEqual([
      [HOME, []],
      [HOME, []],
      [HOME, []],
    ]);
  });

  test('has moved goes there, and keeps the address once it has a session', () => {
    expect(life(session(NEW), session(null, 1), failed(2))).toEqual([
      [NEW.mqtt_url, ['reconnect']],
      [NEW.mqtt_url, ['settle']],
      [NEW.mqtt_url, []],
    ]);
  });

  test('has moved to what does not answer comes back, rests, and tries again', () => {
    expect(
      life(session(NEW), failed(5), session(NEW, 6), session(NEW, REST_MS + 4), session(NEW, REST_MS + 5)),
    ).toEqual([
      [NEW.mqtt_url, ['reconnect']],
      [HOME, []],
      [HOME, []],
      [HOME, []],
      [NEW.mqtt_url, ['reconnect']],
    ]);
  });

  test('has moved on to a third place while the gateway rests goes there at once', () => {
    const third = to('mqtts://third.example');
    expect(life(session(NEW), failed(5), session(third, 6)).at(-1)).toEqual([third.mqtt_url, ['reconnect']]);
  });

  test('takes its word back keeps the gateway', () => {
    expect(life(session(NEW), failed(5), session(null, 6), session(null, REST_MS + 6)).at(-1)).toEqual([
      HOME,
      [],
    ]);
  });

  test('has moved once more from the new place', () => {
    const third = to('mqtts://third.example');
    expect(life(session(NEW), session(third, 1), session(null, 2))).toEqual([
      [NEW.mqtt_url, ['reconnect']],
      [third.mqtt_url, ['settle', 'reconnect']],
      [third.mqtt_url, ['settle']],
    ]);
  });

  test('says so within a connection has nothing under way when the gateway goes: it connects anew first', () => {
    expect(life(session(NEW, 0, false), session(NEW, 1), session(null, 2))).toEqual([
      [HOME, ['reconnect']],
      [NEW.mqtt_url, ['reconnect']],
      [NEW.mqtt_url, ['settle']],
    ]);
    expect(life(session(NEW), failed(5), session(NEW, 6), session(NEW, 7, false)).at(-1)).toEqual([HOME, []]);
  });

  test('gives it what it has acted upon, which is carried to the new address alone', () => {
    const border = { at: '2026-01-07T06:00:00.000Z', journals: [] };
    const gone = decideRoute(routeOf(HOME), session({ ...NEW, border }, 0)).state;
    expect(carriedTo(gone)).toBe(border);
    expect(carriedTo(decideRoute(gone, failed(1)).state)).toBeNull();
    const settled = decideRoute(gone, session(null, 1));
    expect([carriedTo(settled.state), settled.effects]).toEqual([null, [{ kind: 'settle', to: NEW }]]);
  });

  test('has moved to where it is stays', () => {
    expect(life(session(to(`${HOME}/`)), session(to('mqtts://OLD.example:8883')))).toEqual([
      [HOME, []],
      [HOME, []],
    ]);
  });

  test('wants the secret in the clear is not obeyed', () => {
    expect(life(session(to('mqtt://new.example')))).toEqual([[HOME, ['refuse']]]);
  });
});
