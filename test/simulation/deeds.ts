import { ApiError } from '../../packages/cloud/src/errors.js';
import { setDoorMode } from '../../packages/cloud/src/locks/door-mode.js';
import { unlock } from '../../packages/cloud/src/locks/unlock.js';
import { saveCalendar } from './calendars.js';
import { holdEmergency } from './emergencies.js';
import type { LockPlan } from './layout.js';
import { maintainDoor } from './maintenance.js';
import type { GatewaySeen, Observed } from './observed.js';
import type { Means, Step } from './plan.js';
import type { Service } from './service.js';
import type { Site } from './site.js';
import type { World } from './world.js';

/** Hands do not move a door twice within this time. */
const CLUMSINESS_MS = 300;
const PRESS_MS = 250;

/** Lets one step of the plan happen. */
export function happen(world: World, step: Step): void {
  const { scheduler, seen } = world;
  const site = world.sites[step.gateway] as Site;
  const gateway = world.layout.gateways[step.gateway];
  const lock = gateway?.locks.find(({ setup }) => setup.door === step.door) as LockPlan;
  const hands = handsAt(world, site, seen.gateways[step.gateway] as GatewaySeen, lock);
  const after = (milliseconds: number, work: () => void) => void scheduler.after(milliseconds, work);
  seen.done.push({ at: scheduler.now, gateway: step.gateway, door: step.door, what: deedWords(step) });
  switch (step.do) {
    case 'visit':
      void requestUnlock(world, lock, step.by);
      after(step.openAfter, hands.pull);
      after(step.openAfter + step.closeAfter, hands.close);
      return;
    case 'leave':
      hands.press();
      after(step.openAfter, hands.pull);
      after(step.openAfter + step.closeAfter, hands.close);
      return;
    case 'force':
      hands.force();
      after(step.closeAfter, hands.close);
      return;
    case 'window':
      hands.once(step.after, () => {
        after(step.milliseconds, hands.force);
        after(step.milliseconds + step.closeAfter, hands.close);
      });
      return;
    case 'twice':
      hands.once(step.after, () => {
        after(1_500, hands.force);
        after(3_000, hands.close);
        after(7_000, hands.force);
        after(9_000, hands.close);
      });
      return;
    case 'lean':
      hands.press(step.pressMs);
      after(step.openAfter, hands.force);
      after(step.openAfter + step.closeAfter, hands.close);
      return;
    case 'unlock':
      for (let time = 0; time < step.times; time++)
        after(time * 1_500, () => void requestUnlock(world, lock, step.by));
      return;
    case 'mode':
      void requestMode(world, lock, step.mode, step.minutes);
      return;
    case 'interrupted':
      void requestUnlock(world, lock);
      after(step.milliseconds, () =>
        step.by === 'kill' ? site.kill() : site.losePower(step.offMs, site.wallOffset),
      );
      after(step.milliseconds + (step.by === 'kill' ? 0 : step.offMs) + step.echoAfter, () =>
        site.repeatLastCommand(),
      );
      return;
    case 'stalled unlock':
      site.path.silence(['down'], step.milliseconds);
      void requestUnlock(world, lock);
      return;
    case 'cold start':
      site.losePower(step.offMs, step.wallOffset);
      // The service comes into sight only after the press.
      site.path.cut(step.offMs + step.pressAfter + 100);
      after(step.offMs + step.pressAfter, () => hands.press());
      after(step.offMs + step.pressAfter + step.openAfter, hands.force);
      after(step.offMs + step.pressAfter + step.openAfter + 2_000, hands.close);
      return;
    case 'cut':
      hands.press();
      after(step.cutAfter, () => site.path.cut(step.milliseconds));
      return;
    case 'silence':
      after(1_000, () => hands.press());
      after(3_000, hands.pull);
      after(6_000, hands.close);
      site.path.silence(step.direction === 'both' ? ['up', 'down'] : [step.direction], step.milliseconds);
      return;
    case 'kill':
      site.kill();
      after(step.echoAfter, () => site.repeatLastCommand());
      return;
    case 'power':
      site.losePower(step.offMs, step.wallOffset);
      return;
    case 'wall clock':
      site.wallOffset = step.offset;
      return;
    case 'board': {
      const trouble = { kind: step.trouble, until: scheduler.now + step.milliseconds };
      site.boardTrouble = trouble;
      seen.gateways[step.gateway]?.boardTrouble.push({ from: scheduler.now, to: trouble.until });
      void requestUnlock(world, lock);
      return;
    }
    case 'disk':
      spoilDisk(world, site, seen.gateways[step.gateway] as GatewaySeen, step);
      return;
    case 'service crash': {
      const crash = () => world.crashService(step.downMs, step.strayWills);
      if (step.atCommit) world.crashAtCommit = crash;
      else crash();
      return;
    }
    case 'service clock':
      world.serviceClockOffset = step.offset;
      after(step.milliseconds, () => {
        world.serviceClockOffset = 0;
      });
      return;
    case 'database':
      world.databaseTrouble = { kind: step.trouble, until: scheduler.now + step.milliseconds };
      return;
    case 'repeats':
      world.repeats = { probability: 0.2, latest: step.latest };
      after(step.milliseconds, () => {
        world.repeats = { probability: 0, latest: 1 };
      });
      return;
    case 'endpoint': {
      const url = world.layout.subscriptions[step.subscription]?.url ?? '';
      world.receivers.moods.set(url, step.mood);
      after(step.milliseconds, () => world.receivers.moods.delete(url));
      return;
    }
    case 'pause subscription':
      pauseSubscription(world, step.subscription, step.milliseconds);
      return;
    case 'emergency':
      holdEmergency(world, lock, step);
      return;
    case 'maintenance':
      maintainDoor(world, lock, step);
      return;
    case 'calendar':
      saveCalendar(world, step);
      return;
    // The plans of the rollbacks and of the move carry them out.
    case 'set back':
    case 'move':
      return;
    case 'impostor': {
      const victim = world.layout.locks.find(
        ({ account, gateway: other }) => account !== lock.account && world.sites[other]?.isUp,
      );
      if (victim && !step.garbage) void requestUnlock(world, victim);
      after(1, () => impersonate(world, step.gateway, step.garbage));
      return;
    }
  }
}

export function deedWords({ at: _, gateway: __, door: ___, ...deed }: Step): string {
  const { do: what, ...how } = deed as { do: string };
  const words = Object.entries(how).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  return words.length > 0 ? `${what} (${words.join(', ')})` : what;
}

function handsAt(world: World, site: Site, seen: GatewaySeen, lock: LockPlan) {
  const { scheduler } = world;
  const { door } = lock.setup;
  const { hardware } = site;
  const door_seen = seen.doors.get(door);
  const clumsy = () => scheduler.now - (door_seen?.leaf.at(-1)?.at ?? 0) < CLUMSINESS_MS;
  /** A button that someone leans on, or has just let go, is not pressed again. */
  const press = (milliseconds = PRESS_MS) => {
    const last = door_seen?.presses.at(-1);
    if (!lock.setup.exitButton || (last && scheduler.now < last.until + PRESS_MS)) return;
    hardware.pressExit(door);
    door_seen?.presses.push({ at: scheduler.now, until: scheduler.now + milliseconds });
    scheduler.after(milliseconds, () => hardware.releaseExit(door));
  };
  return {
    press,
    pull: () => void (clumsy() || hardware.pullOpen(door)),
    force: () => void (clumsy() || hardware.force(door)),
    close: () => void (clumsy() || hardware.pushClosed(door)),
    /** `then` at the very moment of a press, or at which the strike of an unlock goes on. */
    once: (what: 'press' | 'strike', then: () => void) => {
      if (what === 'press') {
        press();
        return then();
      }
      const began = scheduler.now;
      const stop = hardware.watch(() => {
        if (scheduler.now - began > 20_000) return stop();
        if (!hardware.view(door).strikeOn) return;
        stop();
        then();
      });
      void requestUnlock(world, lock);
    },
  };
}

const callerOf = (lock: LockPlan) =>
  ({
    apiKey: { id: lock.account, name: `key ${lock.account}` },
    accountId: lock.account,
    locationId: lock.account === 1 ? 1 : 3,
  }) as never;

const phoneOf = ({ layout }: World, { account }: LockPlan, manager: boolean) => {
  const key = layout.keys.find((one) => one.account === account && one.manager === manager);
  const locationId = account === 1 ? 1 : 3;
  return { apiKey: null, accountId: account, locationId, key, personId: null } as never;
};

async function requestUnlock(world: World, lock: LockPlan, by: Means = 'api'): Promise<void> {
  const { service } = world;
  const caller = by === 'api' ? callerOf(lock) : phoneOf(world, lock, by === 'manager key');
  if (!service) return;
  const arrived = service.clock.monotonic();
  // Refused where the gateway is offline, or the service cannot be reached: then there is no command.
  await service.clock.guard(unlock(service.context, caller, lock.id, '', { arrived })).catch(() => undefined);
}

async function requestMode(
  { service, scheduler, seen }: World,
  lock: LockPlan,
  mode: 'stay_open' | 'auto' | 'closed',
  minutes: number | null,
): Promise<void> {
  if (!service) return;
  const at = scheduler.now;
  const until = minutes === null ? null : at + minutes * 60_000;
  const wish =
    mode === 'stay_open' ? { mode, expires_at: until === null ? null : new Date(until) } : { mode };
  const seenAs: Observed['modes'][number] = { at, doneAt: null, lock: lock.id, mode, until };
  seen.modes.push(seenAs);
  try {
    await service.clock.guard(
      setDoorMode(service.context, callerOf(lock), lock.id, wish as never, new AbortController().signal),
    );
    seenAs.doneAt = scheduler.now;
  } catch (error) {
    // Refused: nothing has changed. Any other failure leaves the result open.
    if (error instanceof ApiError) seen.modes.splice(seen.modes.indexOf(seenAs), 1);
  }
}

function spoilDisk(
  { scheduler }: World,
  site: Site,
  seen: GatewaySeen,
  { trouble, milliseconds }: Extract<Step, { do: 'disk' }>,
): void {
  const from = scheduler.now;
  seen.diskTrouble.push({ from, to: from + milliseconds });
  if (trouble === 'torn') site.disk.tornUntil = from + milliseconds;
  // A disk that is worn out may take nothing new at first.
  if (trouble === 'full' || trouble === 'ruin') {
    site.disk.full = true;
    scheduler.after(milliseconds, () => {
      site.disk.full = false;
    });
  }
  if (trouble === 'slow') {
    site.disk.slowness = 2_000;
    scheduler.after(milliseconds, () => {
      site.disk.slowness = 3;
    });
  }
  if (trouble === 'ruin') {
    site.losePower(5_000, site.wallOffset);
    site.disk.ruin();
  }
}

/** What the interface does when a person pauses a subscription, and resumes it. */
function pauseSubscription(world: World, index: number, milliseconds: number): void {
  const { scheduler, database, layout, seen } = world;
  const row = database.tables.subscriptions.get(layout.subscriptions[index]?.id ?? '');
  if (row?.status !== 'active') return;
  const giveUp = (service: Service | null) =>
    void service?.context.deliveries.giveUp(row.id, scheduler.now).catch(() => undefined);
  const set = (status: string) =>
    database.outside({ method: 'setStatus', args: [row.id, status] }, () =>
      database.tables.change(row, { status, failing_since: null }),
    );
  set('paused');
  seen.pauses.push({ subscription: row.id, from: scheduler.now, to: scheduler.now + milliseconds });
  giveUp(world.service);
  const resume = async () => {
    const { service } = world;
    if (!service) return void scheduler.after(1_000, () => void resume());
    try {
      await service.clock.guard(service.context.deliveries.giveUp(row.id, scheduler.now));
    } catch {
      return void scheduler.after(1_000, () => void resume());
    }
    const pause = seen.pauses.findLast(({ subscription }) => subscription === row.id);
    if (pause) pause.to = scheduler.now;
    set('active');
    service.context.nudge.emit('delivery');
  };
  scheduler.after(milliseconds, () => void resume());
}

/** Another customer's gateway reports commands that are not its own, or sends nonsense. */
function impersonate(
  { service, layout, database, scheduler, seen }: World,
  index: number,
  garbage: boolean,
): void {
  const gateway = layout.gateways[index];
  const connection = gateway && service?.livingConnection(gateway.id);
  if (!gateway || !service || !connection) return;
  const topic = `gateways/${gateway.id}/up/journal`;
  if (garbage) {
    seen.garbage += 1;
    void service.take(connection, topic, '{"v":1,"journal":"none","records":[{}]}').catch(() => undefined);
    return;
  }
  const foreign = [...database.tables.openCommands.values()].filter(
    ({ account_id }) => account_id !== gateway.account,
  );
  const stamp = {
    boot: '00000000-0000-4000-a000-000000000000',
    mono_ms: 1,
    at: new Date(scheduler.now - 3_600_000).toISOString(),
    clock: 'synced',
    door: 999,
  };
  const records = foreign.slice(0, 50).flatMap(({ id }, place) => [
    {
      seq: 2 * place + 1,
      ...stamp,
      kind: 'relay',
      relay: 'strike',
      on: true,
      cause: 'command',
      command_id: id,
    },
    { seq: 2 * place + 2, ...stamp, kind: 'result', command_id: id, outcome: 'confirmed' },
  ]);
  if (records.length === 0) return;
  const journal = `0000000${index % 10}-0000-4000-a000-${String(scheduler.now).padStart(12, '0').slice(-12)}`;
  void service.take(connection, topic, JSON.stringify({ v: 1, journal, records })).catch(() => undefined);
}
