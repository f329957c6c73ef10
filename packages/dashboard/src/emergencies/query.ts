/** What is in force around a location; null: around the person's own. */
export const inForceKey = (locationId: number | null) => ['emergencies', 'in-force', locationId];
