import type { Database } from '../context.js';
import { type EmergencyRow, emergenciesWithDoors, listEmergencies } from './emergency.sql.js';

/** Doors of all emergencies of a page together, unless the first one has more. */
const DOORS_OF_A_PAGE = 5_000;

type Position = readonly [startedAt: number, id: string];

/** Emergencies with their doors, and one too many where there is more; `limit`: how many make the page. */
export async function pageOfEmergencies(
  database: Database,
  locationId: number,
  after: Position | null,
  atMost: number,
): Promise<{ rows: EmergencyRow[]; limit: number }> {
  const listed = await listEmergencies(database, locationId, after, atMost + 1);
  let doors = 0;
  const fitting = listed.findIndex(({ door_count }, index) => {
    doors += door_count;
    return index > 0 && doors > DOORS_OF_A_PAGE;
  });
  const limit = Math.min(fitting === -1 ? atMost : fitting, atMost);
  const shown = listed.slice(0, limit).map(({ id }) => id);
  const rows = await emergenciesWithDoors(database, shown);
  // Of the one too many nothing is shown.
  const more = listed.slice(limit, limit + 1).map((one) => ({ ...one, doors: [] }));
  return { rows: [...rows, ...more], limit };
}

export const positionOf = ({ started_at, id }: EmergencyRow): Position => [started_at.getTime(), id];
