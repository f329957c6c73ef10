import { happen } from './deeds.js';
import { type Layout, layOut } from './layout.js';
import { placeOf, planMove, unscheduled, withMove } from './moves.js';
import { judge, type Violation } from './oracle/judge.js';
import { judgeMove } from './oracle/moves.js';
import { judgeRollbacks } from './oracle/rollbacks.js';
import { draw, type Step } from './plan.js';
import { Random } from './random.js';
import { type Lost, planRollbacks, withRollbacks } from './rollbacks.js';
import type { Site } from './site.js';
import { World } from './world.js';

export interface Settings {
  seed: number;
  hours: number;
  gateways: number;
  chaos: boolean;
  /** The database is set back; the oracle judges what holds even so. */
  rollbacks?: boolean;
  /** An account goes to another installation, and its gateways follow. */
  moves?: boolean;
}

export interface Outcome {
  settings: Settings;
  violations: Violation[];
  figures: Record<string, number>;
  steps: readonly Step[];
  world: World;
}

/** A part of a seed: some steps of its plan, some of its gateways. */
export interface Part {
  steps: readonly Step[];
  gateways: readonly number[] | null;
}

const HOUR = 3_600_000;
/** How long the world may come to rest after the last trouble. */
const REST_MS = 25 * 60_000;
/** A gateway that has come back to the old installation hears of the other one within the hour. */
const MOVED_WITHIN_MS = 75 * 60_000;

export function planOf({ seed, hours, gateways, chaos, rollbacks = false, moves = false }: Settings): {
  layout: Layout;
  steps: Step[];
} {
  const layout = layOut(new Random(`layout ${seed}`), gateways);
  const steps = draw(new Random(`plan ${seed}`), layout, hours, chaos || rollbacks || moves);
  if (moves) return { layout: unscheduled(layout), steps: withMove(steps, layout, seed, hours) };
  return { layout, steps: rollbacks ? withRollbacks(steps, layout, seed, hours) : steps };
}

/** Runs one seed, or a part of it, and has the oracle look at it. */
export async function simulate(settings: Settings, part?: Part): Promise<Outcome> {
  const plan = planOf(settings);
  const steps = part?.steps ?? plan.steps;
  const world = new World(settings.seed, plan.layout);
  const lost: Lost[] = [];
  planRollbacks(world, steps, lost);
  if (settings.moves) planMove(world, settings.seed, steps);
  await live(
    world,
    steps,
    settings.hours,
    part?.gateways ?? null,
    settings.moves ? MOVED_WITHIN_MS : REST_MS,
  );
  return {
    settings,
    steps,
    violations: settings.moves
      ? judgeMove(world, steps)
      : settings.rollbacks
        ? judgeRollbacks(world, lost)
        : judge(world),
    figures: figuresOf(world),
    world,
  };
}

export async function live(
  world: World,
  steps: readonly Step[],
  hours: number,
  gateways: readonly number[] | null = null,
  restMs = REST_MS,
): Promise<void> {
  const { scheduler, sites } = world;
  const { start } = world.layout;
  const there = sites.filter((_, index) => gateways === null || gateways.includes(index));
  world.startService();
  world.other?.startService();
  for (const [index, site] of there.entries()) scheduler.at(start + index * 37, () => site.start());
  for (const step of steps) scheduler.at(step.at, () => happen(placeOf(world, step), step));
  await scheduler.run(start + hours * HOUR);
  heal(world, there);
  await scheduler.run(start + hours * HOUR + restMs);
}

/** Everything works again; what follows must come to rest. */
function heal(world: World, sites: readonly Site[]): void {
  world.repeats = { probability: 0, latest: 1 };
  world.receivers.moods.clear();
  for (const one of world.other ? [world, world.other] : [world]) {
    one.crashAtCommit = null;
    one.serviceClockOffset = 0;
    one.databaseTrouble = null;
    one.startService();
  }
  for (const site of sites) {
    site.path.heal();
    site.disk.heal();
    site.boardTrouble = null;
    site.start();
  }
}

function figuresOf({ database, seen, receivers }: World): Record<string, number> {
  const { tables } = database;
  return {
    events: tables.events.length,
    records: seen.gateways.reduce((sum, { durable }) => sum + durable.length, 0),
    commands: tables.commands.size,
    deliveries: tables.deliveries.size,
    attempts: receivers.received.length,
    boots: seen.gateways.reduce((sum, { boots }) => sum + boots.length, 0),
    connections: seen.gateways.reduce((sum, { connections }) => sum + connections.length, 0),
    restores: seen.done.filter(({ what }) => String(what).startsWith('set back')).length,
    moves: seen.done.filter(({ what }) => String(what).startsWith('move ')).length,
    emergencies: seen.emergencies.length,
    maintenances: seen.maintenances.length,
    calendars: seen.calendars.length,
    forced: tables.events.filter(({ type }) => type === 'door.forced').length,
  };
}
