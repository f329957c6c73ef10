/* Where doors are on a plan: parts of its width and height, 0 to 1. */

export interface Placed {
  lock_id: number;
  x: number;
  y: number;
}

/** One press of an arrow key; with Shift, ten times as far. */
const STEP = 0.005;
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A ten-thousandth of a drawing is less than a pixel. */
const within = (part: number): number => Math.round(Math.min(1, Math.max(0, part)) * 10_000) / 10_000;

/** Puts a door at a point, whether it was on the plan or not. */
export const placed = (doors: readonly Placed[], lock_id: number, x: number, y: number): Placed[] => [
  ...doors.filter((door) => door.lock_id !== lock_id),
  { lock_id, x: within(x), y: within(y) },
];

/** Moves a door by an arrow key; null for any other key. */
export function nudged(
  doors: readonly Placed[],
  lock_id: number,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Placed[] | null {
  const direction = DIRECTIONS[key];
  const door = doors.find((one) => one.lock_id === lock_id);
  if (!direction || !door) return null;
  const far = shiftKey ? STEP * 10 : STEP;
  return placed(doors, lock_id, door.x + direction[0] * far, door.y + direction[1] * far);
}
