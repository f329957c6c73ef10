import { type HoldCommand, PROTOCOL_VERSION, toTimestamp } from '@door-access/protocol';
import type { Context } from '../context.js';
import { apply } from '../doors/apply.js';
import type { ApplyInput, CommandRow, DoorRow } from '../doors/apply.types.js';
import { COMMAND_LIFETIME_MS, CONFIRMATION_GRACE_MS } from '../doors/command.rules.js';
import { Nudge } from '../nudge.js';
import type { Chance } from './chance.rules.js';
import type { PastDoors } from './doors.js';
import type { PastGateway } from './gateway.js';
import type { Deed } from './rhythm.rules.js';
import type { Story } from './story.rules.js';

/*
 * Lives through a story: people use doors, their gateways record it, and `apply` decides what it means, as it does when it
 * happens. The clock moves from one thing that happens to the next.
 */

/** How a door of the site, and a key, are called in the story. */
export interface Cast {
  doors: ReadonlyMap<string, { lock_id: number; strike_ms: number }>;
  keys: ReadonlyMap<string, { id: number; name: string; person_id: string | null; manager: boolean }>;
  gateways: ReadonlyMap<string, PastGateway>;
}

/** On the way from a gateway to the service. */
const UNDER_WAY_MS = 80;
/** A connection that is cut is noticed after one and a half keepalives. */
const NOTICED_MS = 22_000;
/** Steps between which the service has its turn. */
const AT_ONCE = 10;

interface Step {
  at: number;
  does: () => ApplyInput | null;
}

export class Life {
  readonly #context: Context;
  readonly #past: PastDoors;
  readonly #cast: Cast;
  readonly #chance: Chance;
  readonly #gateways: ReadonlyMap<string, PastGateway>;
  readonly #steps: Step[] = [];
  /** Until when someone is at a door. */
  readonly #busy = new Map<string, number>();
  #now = 0;

  constructor(context: Context, past: PastDoors, cast: Cast, chance: Chance) {
    this.#past = past;
    this.#cast = cast;
    this.#chance = chance;
    this.#gateways = new Map([...cast.gateways.values()].map((gateway) => [gateway.id, gateway]));
    const { metrics: _, ...outside } = context;
    this.#context = {
      ...outside,
      doors: Object.assign(Object.create(context.doors), {
        transaction: past.transaction.bind(past),
        markSent: past.markSent.bind(past),
      }),
      clock: {
        now: () => this.#now,
        monotonic: () => this.#now,
        sleep: (milliseconds, end) => context.clock.sleep(milliseconds, end),
      },
      ids: { ...context.ids, uuid: chance.uuid },
      // No one waits for what is over, and no webhook and no page is woken by it.
      nudge: new Nudge(),
      restores: [],
      downlink: {
        isConnected: () => true,
        publish: async (gatewayId, _session, _channel, message) =>
          this.#carryOut(gatewayId, message as HoldCommand),
      },
    };
  }

  /** @param signal breaks it off */
  async live({ from, deeds, cuts }: Story, until: number, signal?: AbortSignal): Promise<void> {
    this.#now = from;
    for (const gateway of this.#gateways.values()) this.#connect(gateway, from);
    for (const { gateway: name, at, until: back } of cuts) {
      const gateway = this.#cast.gateways.get(name);
      if (!gateway) continue;
      this.#at(at, () => gateway.cut());
      this.#at(at + NOTICED_MS, () => gateway.disconnect());
      this.#connect(gateway, back);
    }
    for (const gateway of this.#gateways.values()) this.#at(until, () => gateway.disconnect());
    let next = 0;
    for (let step = 0; ; step++) {
      const deed = deeds[next];
      const due = this.#due();
      const at = Math.min(
        deed?.at ?? Number.POSITIVE_INFINITY,
        this.#steps[0]?.at ?? Number.POSITIVE_INFINITY,
        due?.at ?? Number.POSITIVE_INFINITY,
      );
      if (at > until) return;
      this.#now = Math.max(this.#now, at);
      if (due && due.at <= this.#now) await this.#take(due.input);
      else if (this.#steps[0] && this.#steps[0].at <= this.#now)
        await this.#take(this.#steps.shift()?.does());
      else if (deed) {
        next += 1;
        await this.#take(this.#do(deed));
      }
      if (step % AT_ONCE === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
      }
    }
  }

  async #take(input: ApplyInput | null | undefined): Promise<void> {
    if (!input) return;
    const { sending } = await apply(this.#context, [input]);
    await sending;
  }

  #at(at: number, does: Step['does']): void {
    const later = this.#steps.findIndex((step) => step.at > at);
    this.#steps.splice(later < 0 ? this.#steps.length : later, 0, { at, does });
  }

  /** What the worker would do next. */
  #due(): { at: number; input: ApplyInput } | null {
    let first: { at: number; input: ApplyInput } | null = null;
    const take = (at: number | null, input: ApplyInput) => {
      if (at !== null && (first === null || at < first.at)) first = { at, input };
    };
    const { doors, readers, commands } = this.#past.loaded;
    for (const { due_at, lock_id } of doors.values())
      take(due_at, { kind: 'door', lock_id, input: { kind: 'look' } });
    for (const { due_at, lock_id } of readers.values())
      take(due_at, { kind: 'report', lock_id, report: { kind: 'silence' }, grace_ms: 0 });
    for (const { due_at, id } of commands.values())
      take(due_at, { kind: 'command', command_id: id, input: { kind: 'due' } });
    return first;
  }

  #connect(gateway: PastGateway, at: number): void {
    this.#at(at, () => {
      this.#at(at + UNDER_WAY_MS, () => {
        // The session message names every hold that is to be.
        for (const door of this.#past.loaded.doors.values())
          if (door.gateway_id === gateway.id && door.hold?.write) this.#carryOut(gateway.id, messageOf(door));
        return gateway.send();
      });
      return gateway.connect(at);
    });
  }

  #carryOut(gatewayId: string, message: HoldCommand): void {
    const gateway = this.#gateways.get(gatewayId);
    if (!gateway?.isLinked) return;
    const at = this.#now + this.#chance.between(90, 240);
    this.#at(at, () => {
      const end = gateway.hold(message, at);
      if (end !== null) this.#records(gateway, end, () => gateway.release(message, end));
      return null;
    });
    this.#at(at + UNDER_WAY_MS, () => gateway.send());
  }

  /** Something that a gateway records, and sends if it can. */
  #records(gateway: PastGateway, at: number, record: () => void): void {
    this.#at(at, () => {
      record();
      return null;
    });
    this.#at(at + UNDER_WAY_MS, () => gateway.send());
  }

  #do(deed: Deed): ApplyInput | null {
    const { lock_id, strike_ms } = this.#cast.doors.get(deed.door) ?? { lock_id: 0, strike_ms: 0 };
    if (lock_id === 0) return null;
    const wait = (this.#busy.get(deed.door) ?? 0) - this.#now;
    if (wait > 0 && deed.kind !== 'force') {
      const at = this.#now + wait;
      this.#at(at, () => this.#do({ ...deed, at }));
      return null;
    }
    if (deed.kind === 'present') return this.#present(lock_id, deed);
    if (deed.kind === 'deny') return this.#denied(lock_id, deed);
    const door = this.#past.loaded.doorsByLock.get(lock_id);
    const gateway = this.#gateways.get(door?.gateway_id ?? '');
    if (!door || !gateway) return null;
    const isFree = door.hold_on || deed.kind === 'force';
    if (deed.kind === 'enter' && !isFree) {
      if (!gateway.isLinked) return null;
      const opened = this.#unlock(door, gateway, strike_ms, deed.key);
      this.#walk(door, gateway, deed, opened);
      return null;
    }
    const first = deed.kind === 'leave' && door.exit_button_wired ? this.#press(door, gateway) : this.#now;
    this.#walk(door, gateway, deed, first);
    return null;
  }

  /** @returns when the door may be pulled open */
  #unlock({ lock_id, door }: DoorRow, gateway: PastGateway, strike_ms: number, name: string): number {
    const key = this.#cast.keys.get(name);
    const requested_at = this.#now;
    const command: CommandRow = {
      id: this.#chance.uuid(),
      type: 'unlock',
      status: 'sent',
      reason: null,
      requested_at,
      lock_id,
      gateway_id: gateway.id,
      switched_at: null,
      confirmed_at: null,
      failed_at: null,
      due_at: requested_at + COMMAND_LIFETIME_MS + CONFIRMATION_GRACE_MS,
      facts: {
        command_id: null,
        person_id: key?.person_id ?? null,
        key_id: key?.id ?? null,
        api_key_id: null,
      },
      api_key_name: null,
      key_name: key?.name ?? null,
      key_arms: key?.manager ?? false,
    };
    command.facts.command_id = command.id;
    this.#past.ask(command);
    const at = requested_at + this.#chance.between(140, 420);
    this.#records(gateway, at, () => {
      gateway.record(door, at, {
        kind: 'relay',
        relay: 'strike',
        on: true,
        cause: 'command',
        command_id: command.id,
      });
      gateway.record(door, at, { kind: 'result', command_id: command.id, outcome: 'confirmed' });
    });
    const end = at + strike_ms;
    this.#records(gateway, end, () =>
      gateway.record(door, end, {
        kind: 'relay',
        relay: 'strike',
        on: false,
        cause: 'pulse_end',
        command_id: null,
      }),
    );
    this.#at(end + UNDER_WAY_MS + 1, () => {
      this.#past.forget(command);
      return null;
    });
    return at + this.#chance.between(600, Math.min(3_400, strike_ms - 200));
  }

  #press({ door }: DoorRow, gateway: PastGateway): number {
    const at = this.#now;
    const released = at + this.#chance.between(180, 450);
    this.#records(gateway, at, () =>
      gateway.record(door, at, { kind: 'exit_button', pressed: true, release_follows: true }),
    );
    this.#records(gateway, released, () =>
      gateway.record(door, released, { kind: 'exit_button', pressed: false }),
    );
    return released + this.#chance.between(300, 1_900);
  }

  #walk({ door }: DoorRow, gateway: PastGateway, deed: Deed & { open_ms: number }, opened: number): void {
    const closed = opened + deed.open_ms;
    const edge = (at: number, state: 'open' | 'closed') =>
      this.#records(gateway, at, () => gateway.record(door, at, { kind: 'contact', state, snapshot: false }));
    edge(opened, 'open');
    edge(closed, 'closed');
    this.#busy.set(deed.door, closed + 1_000);
  }

  #present(lock_id: number, { key: name, open_ms, door }: Deed & { kind: 'present' }): ApplyInput {
    const key = this.#cast.keys.get(name);
    const at = this.#now;
    const closed = at + open_ms;
    this.#busy.set(door, closed + 1_000);
    const report = (of: Extract<ApplyInput, { kind: 'report' }>['report']): ApplyInput => ({
      kind: 'report',
      lock_id,
      report: of,
      grace_ms: 0,
    });
    this.#at(closed, () => report({ kind: 'closed', at: closed }));
    const by = { person_id: key?.person_id ?? null, key_id: key?.id ?? null };
    return report({ kind: 'access', at, result: 'success', reason: null, ...by });
  }

  #denied(lock_id: number, { key: name, reason }: Deed & { kind: 'deny' }): ApplyInput | null {
    const key = this.#cast.keys.get(name);
    if (!key) return null;
    return { kind: 'denied', lock_id, denial: { key_id: key.id, person_id: key.person_id, reason } };
  }
}

/** What the session message says of a door that is to be held, or let go. */
function messageOf({ hold, door, session }: DoorRow): HoldCommand {
  const write = hold?.write;
  return {
    v: PROTOCOL_VERSION,
    id: write?.ids.at(-1) ?? '',
    session: session ?? '',
    door,
    type: 'hold',
    on: write?.on ?? false,
    release_at: write?.release_at ? toTimestamp(write.release_at) : null,
    version: write?.version ?? 0,
    issued_at: '',
    expires_at: '',
  };
}
