import { describe, expect, it } from '@jest/globals';
import { authenticate, keyOf } from '../../src/api-keys/authenticate.js';
import { createApiKey } from '../../src/api-keys/create.js';
import { revokeApiKey } from '../../src/api-keys/revoke.js';
import type { Scope } from '../../src/http/endpoint.js';
import { httpWorld } from '../http/world.js';

const world = await httpWorld([]);
const { context } = world;
const home = { accountId: world.account.id, locationId: world.location.id };
const other = await world.addAccount('Other');

const lock = async (ref: string, { accountId, locationId } = home) => {
  const { rows } = await context.pool.query<{ id: number }>(
    `INSERT INTO lock (account_id, location_id, ref, name, type) VALUES ($1, $2, $3, $3, 'locksys') RETURNING id`,
    [accountId, locationId, ref],
  );
  return rows[0]?.id ?? 0;
};
const faultsOf = (promise: Promise<unknown>) =>
  promise.then(
    () => [],
    (error) => error.details.map(({ field }: { field: string }) => field),
  );

describe('creating a key', () => {
  it('keeps the hash and not the token, and gives the key its locks', async () => {
    const locks = [await lock('a'), await lock('b')];
    const key = await createApiKey(context, {
      ...home,
      name: ' ERP ',
      scopes: ['locks:control'],
      lockIds: [...locks, ...locks],
    });
    expect(key).toMatchObject({
      name: 'ERP',
      lock_ids: locks,
      scopes: ['locks:control'],
      prefix: key.token.slice(0, 9),
    });
    const { rows } = await context.pool.query(
      'SELECT to_jsonb(k) AS key, ARRAY(SELECT lock_id FROM api_key_lock WHERE api_key_id = k.id) AS locks FROM api_key k WHERE id = $1',
      [key.id],
    );
    expect(rows[0].locks).toEqual(locks);
    expect(JSON.stringify(rows[0])).not.toContain(key.token);
    expect((await authenticate(context, keyOf(key.token)))?.caller).toEqual({
      apiKey: { id: key.id, name: 'ERP' },
      accountId: home.accountId,
      locationId: home.locationId,
      scopes: new Set(['locks:control']),
    });
  });

  it('refuses unknown scopes, locks elsewhere, foreign locations and ends out of bounds, and makes nothing', async () => {
    const count = async () => (await context.pool.query('SELECT count(*) FROM api_key')).rows[0].count;
    const before = await count();
    const make = (change: object) =>
      faultsOf(createApiKey(context, { ...home, name: 'x', scopes: ['events:read'], ...change }));
    const now = world.clock.now();
    expect(await make({ name: ' ', scopes: ['events:read', 'all' as Scope] })).toEqual(['name', 'scopes[1]']);
    expect(await make({ scopes: [] })).toEqual(['scopes']);
    expect(await make({ lockIds: [await lock('c'), await lock('d', other), 999_999] })).toEqual([
      'lock_ids[1]',
      'lock_ids[2]',
    ]);
    expect(await make({ locationId: other.locationId })).toEqual(['location_id']);
    expect(await make({ expiresAt: new Date(now) })).toEqual(['expires_at']);
    expect(await make({ expiresAt: new Date(Number.NaN) })).toEqual(['expires_at']);
    expect(await make({ expiresAt: new Date('2028-01-07T06:00:00.001Z') })).toEqual(['expires_at']);
    expect(await count()).toBe(before);
    expect(await make({ expiresAt: new Date('2028-01-07T06:00:00.000Z') })).toEqual([]);
  });
});

describe('a key', () => {
  it('ends the moment it expires', async () => {
    const expiresAt = new Date(world.clock.now() + 60_000);
    const { token } = await createApiKey(context, {
      ...home,
      name: 'short',
      scopes: ['events:read'],
      expiresAt,
    });
    await world.clock.advance(59_999);
    expect(await authenticate(context, keyOf(token))).not.toBeNull();
    await world.clock.advance(1);
    expect(await authenticate(context, keyOf(token))).toBeNull();
  });

  it('ends the moment it is revoked, once, and only by its own account', async () => {
    const { id, token } = await world.key();
    await expect(revokeApiKey(context, { accountId: other.accountId, id })).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await authenticate(context, keyOf(token))).not.toBeNull();
    const first = await revokeApiKey(context, { accountId: home.accountId, id });
    expect(await authenticate(context, keyOf(token))).toBeNull();
    await world.clock.advance(1_000);
    expect(await revokeApiKey(context, { accountId: home.accountId, id })).toEqual(first);
  });
});
