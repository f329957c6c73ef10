import type { Stores } from '../../packages/cloud/src/stores.js';
import type { Database } from './database.js';
import type { ProcessClock } from './scheduler.js';
import { memoryDeliveries } from './stores-deliveries.js';
import { memoryDoors } from './stores-doors.js';
import { memoryGateways } from './stores-gateways.js';

/** The product's stores on the database in memory, for one process. */
export const memoryStores = (database: Database, owner: ProcessClock): Stores => ({
  doors: memoryDoors(database, owner),
  gateways: memoryGateways(database, owner),
  deliveries: memoryDeliveries(database, owner),
});
