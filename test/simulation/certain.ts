import { apply } from '../../packages/cloud/src/doors/apply.js';
import type { ApplyInput } from '../../packages/cloud/src/doors/apply.types.js';
import type { World } from './world.js';

const AGAIN_MS = 1_000;

/** Applies what a person asks for, again and again until it is certain, or until it is of no use any more. */
export function applyUntilCertain(
  world: World,
  inputs: readonly ApplyInput[],
  done: () => void,
  until = Number.POSITIVE_INFINITY,
): void {
  const { scheduler } = world;
  const attempt = async (): Promise<void> => {
    const { service } = world;
    if (scheduler.now >= until) return;
    try {
      if (!service) throw new Error('the service is down');
      await service.clock.guard(apply(service.context, inputs));
    } catch {
      return void scheduler.after(AGAIN_MS, () => void attempt());
    }
    done();
  };
  void attempt();
}
