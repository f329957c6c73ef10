import type { Layout } from './layout.js';
import type { Step } from './plan.js';
import { Random } from './random.js';
import { mild } from './rollbacks.js';
import type { Tables } from './tables.js';
import { World } from './world.js';

/* An account that goes to another installation, and its gateways behind it, drawn and carried out. */

export type Move = Extract<Step, { do: 'move' }>;

/** The account that moves; the other one stays. */
export const MOVED = 1;
const OTHER_ADDRESS = 'mqtts://other.example:8883';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Where the account is not to be found at the other installation, its gateways are kept after so long. */
const GIVEN_UP_AFTER_MS = 30 * MINUTE;
/** So long before the copy and after the move no one changes what doors do: from then on they move for nothing else. */
const STILL_BEFORE_MS = 2 * MINUTE;
export const STILL_AFTER_MS = 60 * MINUTE;
/** As an import gives them (transfer/taken.ts). */
const GATEWAYS_COME_WITHIN_MS = 15 * MINUTE;

/** Doors that move are held by people alone: no block begins or ends while their gateways are on their way. */
export function unscheduled(layout: Layout): Layout {
  const gateways = layout.gateways.map((gateway) =>
    gateway.account === MOVED
      ? { ...gateway, locks: gateway.locks.map((lock) => ({ ...lock, schedule: [] })) }
      : gateway,
  );
  const calendars = layout.calendars.filter(({ account }) => account !== MOVED);
  return { ...layout, gateways, locks: gateways.flatMap(({ locks }) => locks), calendars };
}

export function withMove(steps: readonly Step[], layout: Layout, seed: number, hours: number): Step[] {
  const chance = new Random(`move ${seed}`);
  const at = layout.start + chance.int(30, Math.max(31, hours * 40)) * MINUTE;
  const exportedBefore = chance.chance(0.5) ? chance.int(1, 60) * SECOND : chance.int(1, 18) * MINUTE;
  const importedAfter = chance.weighted({ ready: 6, late: 3, never: 2 });
  const move: Step = {
    at,
    gateway: 0,
    door: 1,
    do: 'move',
    exportedBefore,
    importedAfter: { ready: 0, late: chance.int(1, 20) * MINUTE, never: null }[importedAfter],
  };
  const isStill = (step: Step) =>
    layout.gateways[step.gateway]?.account === MOVED &&
    step.at > at - exportedBefore - STILL_BEFORE_MS &&
    step.at < at + STILL_AFTER_MS;
  const left = mild(steps)
    .filter((step) => step.do !== 'mode' || !isStill(step))
    // Of either installation.
    .map((step) =>
      step.do === 'service crash'
        ? { ...step, gateway: chance.int(0, Math.min(1, layout.gateways.length - 1)) }
        : step,
    );
  // Some doors are held open while they move.
  const held = layout.locks
    .filter(({ account, setup }) => account === MOVED && setup.hold && chance.chance(0.5))
    .map(
      ({ gateway, setup }): Step => ({
        at: at - exportedBefore - STILL_BEFORE_MS - chance.int(1, 300) * SECOND,
        gateway,
        door: setup.door,
        do: 'mode',
        mode: 'stay_open',
        minutes: chance.pick([null, 120]),
      }),
    );
  return [...left, ...held, move].sort((a, b) => a.at - b.at);
}

/** The installation whose people and programs this step concerns. */
export function placeOf(world: World, { gateway }: Step): World {
  const { other, database, layout } = world;
  const isMoved = layout.gateways[gateway]?.account === MOVED && database.tables.moves.has(MOVED);
  return isMoved && other && other.database.tables.gateways.size > 0 ? other : world;
}

/** The other installation is there from the start, and knows nothing of the account. */
export function planMove(world: World, seed: number, steps: readonly Step[]): void {
  const { scheduler, database } = world;
  const other = new World(seed, world.layout, { address: OTHER_ADDRESS, beside: world });
  world.other = other;
  const move = steps.find((step): step is Move => step.do === 'move');
  if (!move) return;
  const { at, exportedBefore, importedAfter } = move;
  let putIn = () => {};
  scheduler.at(at - exportedBefore, () =>
    database.replace(() => {
      putIn = copyOf(database.tables, other.database.tables);
    }),
  );
  scheduler.at(at, () => sendAway(world, OTHER_ADDRESS));
  if (importedAfter !== null) scheduler.at(at + importedAfter, () => other.database.replace(putIn));
  else scheduler.at(at + GIVEN_UP_AFTER_MS, () => sendAway(world, null));
}

/** What `moveGateways` does of an account (gateways/move.ts). */
function sendAway(world: World, to: string | null): void {
  const { moves, gateways } = world.database.tables;
  if (to === null) moves.delete(MOVED);
  else moves.set(MOVED, { mqtt_url: to, service_url: null });
  for (const { id, account_id } of gateways.values())
    if (account_id === MOVED) world.service?.livingConnection(id)?.close();
}

/** What an export carries of now, and how an import writes it (transfer/tables.rules.ts). */
function copyOf(from: Tables, to: Tables): () => void {
  const own = <T extends { account_id: number }>(rows: Iterable<T>) =>
    [...rows].filter(({ account_id }) => account_id === MOVED);
  const locks = own(from.locks.values());
  const gateways = own(from.gateways.values());
  const subscriptions = own(from.subscriptions.values());
  const isOf = (rows: readonly { id: unknown }[], id: unknown) => rows.some((row) => row.id === id);
  const kept = structuredClone({
    gateways,
    locks,
    subscriptions,
    doorStates: [...from.doorStates.values()].filter(({ lock_id }) => isOf(locks, lock_id)),
    events: own(from.events),
    marks: [...from.marks].filter(([, { gateway_id }]) => isOf(gateways, gateway_id)),
    gaps: from.gaps.filter(({ gateway_id }) => isOf(gateways, gateway_id)),
    accounted: from.accounted.filter(({ lock_id }) => isOf(locks, lock_id)),
    commands: own(from.commands.values()).filter(({ due_at }) => due_at === null),
  });
  const { nextId } = from;
  return () => {
    for (const row of kept.gateways)
      to.gateways.set(row.id, {
        ...row,
        session: null,
        moved_from: { at: new Date(to.now()).toISOString(), journals: [] },
        offline_due_at: row.online === true ? to.now() + GATEWAYS_COME_WITHIN_MS : null,
      });
    for (const row of kept.locks) to.locks.set(row.id, row);
    for (const row of kept.subscriptions) to.subscriptions.set(row.id, row);
    for (const { evidence, ...row } of kept.doorStates) {
      const opening = evidence.opening && { ...evidence.opening, known_until: null };
      to.doorStates.set(row.lock_id, { ...row, evidence: { ...evidence, opening } });
    }
    for (const [key, row] of kept.marks) to.marks.set(key, row);
    for (const row of kept.commands) to.commands.set(row.id, row);
    to.events.push(...kept.events);
    for (const { lock_id, type, occurred_at } of kept.events) to.timesOf(lock_id, type).add(occurred_at);
    to.gaps.push(...kept.gaps);
    to.accounted.push(...kept.accounted);
    to.nextId = nextId;
  };
}
