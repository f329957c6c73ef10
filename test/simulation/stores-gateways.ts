import type { GatewayStore } from '../../packages/cloud/src/gateways/store.js';
import type { Database } from './database.js';
import type { ProcessClock } from './scheduler.js';

/* Connections of gateways in memory. */

export function memoryGateways(database: Database, owner: ProcessClock): GatewayStore {
  const { tables } = database;
  const run = <T>(method: keyof GatewayStore, args: unknown[], statement: () => T) =>
    database.alone(owner, { on: 'gateways', method, args }, statement);
  return {
    authenticate: (logins, instanceId) =>
      run('authenticate', [logins, instanceId], () =>
        logins.map(({ gatewayId, secretHash }) => {
          const gateway = tables.gateways.get(gatewayId);
          if (!gateway || gateway.secret_hash !== secretHash.toString('hex')) return null;
          tables.change(gateway, { connection: gateway.connection + 1 });
          return gateway.connection;
        }),
      ),
    areOver: (connections) =>
      run(
        'areOver',
        [
          connections.map(({ gatewayId, number, heard }) => ({
            gatewayId,
            number,
            ...(heard ? { heard } : {}),
          })),
        ],
        () =>
          connections.map(({ gatewayId, number, heard }) => {
            const mark = tables.marks.get(`${gatewayId}/${heard?.journal}`)?.last_seq ?? 0;
            return (
              (tables.gateways.get(gatewayId)?.connection ?? 0) !== number || (heard?.last_seq ?? 0) > mark
            );
          }),
      ),
    sessions: (gatewayIds, journals) =>
      run('sessions', [gatewayIds, journals], () =>
        gatewayIds.map((gatewayId) => ({
          last_heard_at: date(tables.gateways.get(gatewayId)?.last_heard_at ?? null),
          doors: tables
            .locksOf(gatewayId)
            .toSorted((a, b) => a.door - b.door)
            .map(({ id, door, strike_ms }) => ({
              door,
              strike_ms,
              hold: tables.doorStates.get(id)?.hold ?? null,
            })),
          // Newest first, which is the order in which they began: no journal is written to again once another has begun.
          journals: [...tables.marks.values()]
            .filter(({ gateway_id }) => gateway_id === gatewayId)
            .sort((a, b) => b.updated_at - a.updated_at)
            .slice(0, journals)
            .map(({ journal, last_seq }) => ({ journal, last_seq })),
          moved_to: tables.moves.get(tables.gateways.get(gatewayId)?.account_id ?? 0) ?? null,
        })),
      ),
    drawNumber: () => run('drawNumber', [], () => tables.nextQuarantine++),
    setAside: (message) =>
      run('setAside', [message], () => {
        const { number: id, received_at: _, ...row } = message;
        if (!tables.quarantine.some((one) => one.id === id)) tables.push(tables.quarantine, { id, ...row });
      }),
    // So many are never set aside here.
    prune: (gatewayId, kept) => run('prune', [gatewayId, kept], () => undefined),
  };
}

const date = (at: number | null): Date | null => (at === null ? null : new Date(at));

/** What a process that starts does for gateways that were online: they have the time of a restart to come back. */
export const giveGrace = (database: Database, owner: ProcessClock, until: Date): Promise<void> =>
  database.alone(owner, { on: 'outside', method: 'giveGrace', args: [until] }, () => {
    for (const gateway of database.tables.gateways.values()) {
      if (gateway.online !== true) continue;
      const offline_due_at = Math.min(gateway.offline_due_at ?? Number.POSITIVE_INFINITY, until.getTime());
      database.tables.change(gateway, { offline_due_at });
    }
  });
