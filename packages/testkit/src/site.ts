import { createDoorAccessClient, type DoorAccessClient, take } from '@door-access/client';
import { systemClock } from '@door-access/protocol';
import { planOf } from './options.js';
import { type Line, startProcess } from './process.js';
import type { DoorView, Fate, Sent, SiteOptions, Started, Unlocked } from './types.js';

/** A site of doors with the real service behind it, for a test. Times are the site's own: they move only by `clock` and doors. */
export interface Site {
  /** Of the interface, up to and including `/v1`. */
  readonly url: string;
  /** With all scopes, for all doors. */
  readonly apiKey: string;
  /** A client of the interface with that key. */
  readonly client: DoorAccessClient;
  readonly clock: {
    /** Unix milliseconds. Give it to a receiver that verifies signatures: they are made at the site's time. */
    now(): number;
    /**
     * Moves on by milliseconds, or by the sum of these, through all that happens meanwhile. Requests that `wait` do so by
     * this clock: start one, move on, then await its answer.
     */
    advance(time: number | Time): Promise<void>;
  };
  /** Of all doors. */
  readonly doors: readonly Door[];
  /** @throws where no door has this name */
  door(name: string): Door;
  /** @throws where no gateway has this name; the first one without a name */
  gateway(name?: string): Gateway;
  /** What released a door so far, by its relays. */
  unlocked(door: string): Promise<readonly Unlocked[]>;
  /** Resolves when nothing goes on any more: commands are confirmed, webhooks answered. Doors and the clock wait for it. */
  settled(): Promise<void>;
  readonly webhooks: {
    /** Makes a subscription, of all events by default, and returns the secret to verify with. */
    to(url: string, events?: readonly string[]): Promise<{ id: string; secret: string }>;
    /** What happens to the next webhook on its way; several calls are for as many webhooks, in turn. */
    next(fate: Fate): Promise<void>;
    /** What was sent so far. */
    sent(): Promise<readonly Sent[]>;
  };
  /** Ends the service and the gateways. Their process stays for ten seconds, as the next site starts sooner in it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface Time {
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface Door {
  /** Of the lock. */
  readonly id: number;
  readonly name: string;
  /** The name of its gateway. */
  readonly gateway: string;
  /** A person presses the exit button, which releases the lock for some seconds. */
  press(): Promise<void>;
  /** Someone breaks it open. */
  force(): Promise<void>;
  /** A person opens it. @throws where it is locked */
  open(): Promise<void>;
  /** It falls shut. */
  close(): Promise<void>;
  /** Holds it unlocked through the interface, for so long, or until `release`. */
  hold(time?: number | Time): Promise<void>;
  /** Ends the hold. */
  release(): Promise<void>;
  view(): Promise<DoorView>;
}

export interface Gateway {
  readonly name: string;
  /** Its link to the service breaks: it goes on alone, and keeps what happens. */
  cutLink(): Promise<void>;
  /** It connects again, and sends what happened. */
  restoreLink(): Promise<void>;
}

/**
 * Starts a site. The first start on a machine makes a database that later ones copy, which takes some seconds; one within
 * ten seconds after another was closed takes a fraction of the time.
 * @throws where an option, or the site file, is wrong
 */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  const plan = planOf(options, systemClock.now());
  const time = { now: plan.startAt };
  const { line, started } = await startProcess(plan, (now) => {
    time.now = now;
  });
  return openSite(line, started, time);
}

function openSite(site: Line, { url, apiKey, now, doors, gateways }: Started, time: { now: number }): Site {
  time.now = now;
  const client = createDoorAccessClient({ baseUrl: url, apiKey });
  const keep = async (answer: Promise<number>): Promise<void> => {
    time.now = await answer;
  };
  const setMode = async (id: number, body: { mode: 'auto' } | { mode: 'stay_open'; expires_at?: string }) => {
    await take(client.POST('/locks/{id}/door-mode', { params: { path: { id } }, body }));
    await keep(site.ask('settled'));
  };
  const open: Door[] = doors.map(({ id, name, gateway }) => {
    const act = (name: 'press' | 'force' | 'open' | 'close') => () => keep(site.ask('door', id, name));
    return {
      id,
      name,
      gateway,
      press: act('press'),
      force: act('force'),
      open: act('open'),
      close: act('close'),
      hold: (until) =>
        setMode(id, {
          mode: 'stay_open',
          ...(until === undefined
            ? {}
            : { expires_at: new Date(time.now + toMilliseconds(until)).toISOString() }),
        }),
      release: () => setMode(id, { mode: 'auto' }),
      view: () => site.ask('view', id),
    };
  });
  const door = (name: string) => found('door', name, open);
  const close = () => site.stop();
  return {
    url,
    apiKey,
    client,
    clock: {
      now: () => time.now,
      advance: async (by) => keep(site.ask('advance', toMilliseconds(by))),
    },
    doors: open,
    door,
    gateway(wanted = gateways[0] ?? '') {
      const { name } = found(
        'gateway',
        wanted,
        gateways.map((name) => ({ name })),
      );
      return {
        name,
        cutLink: () => keep(site.ask('link', name, 'cut')),
        restoreLink: () => keep(site.ask('link', name, 'restore')),
      };
    },
    unlocked: async (name) => site.ask('unlocked', door(name).id),
    settled: () => keep(site.ask('settled')),
    webhooks: {
      async to(url, events = ['*']) {
        const body = { url, events: [...events] as ['*'], description: 'testkit' };
        const { id, secret } = await take(client.POST('/webhooks', { body }));
        return { id, secret };
      },
      next: async (fate) => void (await site.ask('fate', fate)),
      sent: () => site.ask('sent'),
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function found<Item extends { readonly name: string }>(
  what: string,
  name: string,
  all: readonly Item[],
): Item {
  const item = all.find((one) => one.name === name);
  if (item) return item;
  throw new Error(
    `There is no ${what} "${name}" at this site; there are: ${all.map((one) => one.name).join(', ')}.`,
  );
}

function toMilliseconds(time: number | Time): number {
  const { days = 0, hours = 0, minutes = 0, seconds = 0 } = typeof time === 'number' ? {} : time;
  const sum = typeof time === 'number' ? time : (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  if (Number.isFinite(sum) && sum >= 0) return Math.round(sum);
  throw new RangeError(
    'time: give milliseconds, or { days, hours, minutes, seconds }, that are not negative',
  );
}
