import { isInWeek, type WeekBlock } from './week.rules.js';

/* Who is on duty: pure. */

export interface DutyTurn extends WeekBlock {
  user_id: string;
}

/** Times in ISO 8601; `ends_at` is outside. */
export interface DutyOverride {
  user_id: string;
  starts_at: string;
  ends_at: string;
}

export interface Rota {
  weekly: readonly DutyTurn[];
  /** In place of the week, while one lasts. */
  overrides: readonly DutyOverride[];
}

/** Users on duty at a moment, each once, in the sequence of the rota; none where it has a hole. */
export function onDuty({ weekly, overrides }: Rota, timezone: string, at: number): string[] {
  const instead = overrides.filter(
    ({ starts_at, ends_at }) => Date.parse(starts_at) <= at && at < Date.parse(ends_at),
  );
  const turns = instead.length > 0 ? instead : weekly.filter((turn) => isInWeek([turn], timezone, at));
  return [...new Set(turns.map(({ user_id }) => user_id))];
}
