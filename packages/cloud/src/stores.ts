import type { Context } from './context.js';
import { postgresDeliveries } from './deliveries/postgres-store.js';
import { postgresDoors } from './doors/store/postgres.js';
import { postgresGateways } from './gateways/postgres-store.js';

export type Stores = Pick<Context, 'doors' | 'gateways' | 'deliveries'>;

/** The stores of a context, in PostgreSQL. */
export const postgresStores = (tools: Pick<Context, 'pool' | 'clock' | 'ids' | 'secrets'>): Stores => ({
  doors: postgresDoors(tools),
  gateways: postgresGateways(tools),
  deliveries: postgresDeliveries(tools.pool),
});
