import type { Step } from './plan.js';
import { type Outcome, planOf, type Settings, simulate } from './simulate.js';

const MAX_RUNS = 250;
const HOUR = 3_600_000;

/** The smallest part of the plan that was found to break the same promise. */
export async function shrink(failed: Outcome): Promise<Outcome> {
  const rule = failed.violations[0]?.rule;
  let best = failed;
  let steps = planOf(failed.settings).steps;
  let runs = 0;
  const attempt = async (
    settings: Settings,
    part: readonly Step[],
    gateways: readonly number[] | null,
  ): Promise<boolean> => {
    if (runs++ >= MAX_RUNS) return false;
    const outcome = await simulate(settings, { steps: part, gateways });
    if (!outcome.violations.some((violation) => violation.rule === rule)) return false;
    best = { ...outcome, violations: outcome.violations.filter((violation) => violation.rule === rule) };
    steps = [...part];
    return true;
  };
  let { settings } = failed;
  let gateways: readonly number[] | null = null;
  const at = failed.violations[0]?.at ?? 0;
  const start = steps[0]?.at ?? 0;
  const hours = Math.min(settings.hours, Math.max(1, Math.ceil((at - start) / HOUR) + 1));
  if (
    hours < settings.hours &&
    (await attempt(
      { ...settings, hours },
      steps.filter((step) => step.at < start + hours * HOUR),
      null,
    ))
  )
    settings = { ...settings, hours };
  const own = failed.violations[0]?.gateway;
  if (
    own != null &&
    (await attempt(
      settings,
      steps.filter(({ gateway }) => gateway === own),
      [own],
    ))
  )
    gateways = [own];
  for (let size = Math.ceil(steps.length / 2); size >= 1; ) {
    let removed = false;
    for (let from = 0; from < steps.length; ) {
      const part = [...steps.slice(0, from), ...steps.slice(from + size)];
      if (await attempt(settings, part, gateways)) removed = true;
      else from += size;
    }
    if (runs >= MAX_RUNS || (size === 1 && !removed)) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return { ...best, settings: failed.settings, steps };
}
