import { afterAll, expect } from '@jest/globals';
import { DOORCTL } from '../../src/audit/record.js';
import { directoryMount } from '../../src/directory/mount.js';
import { createDirectoryToken } from '../../src/directory/tokens.js';
import { api } from '../../src/endpoints.js';
import { startHttpServer } from '../../src/http/server.js';
import { createPeopleWorld } from '../people/world.js';

/** The whole cloud with SCIM, which a directory calls at `hq`, or with another token. */
export async function createDirectoryWorld() {
  const world = await createPeopleWorld();
  const { context, ids } = world;
  const http = await startHttpServer(
    context,
    { ...api, endpoints: [] },
    { mounts: [directoryMount(context)] },
    { host: '127.0.0.1', port: 0 },
  );
  context.origin = `http://127.0.0.1:${http.port}`;
  const base = `${context.origin}/scim/v2`;
  afterAll(async () => {
    await http.close();
    await world.close();
  });
  const tokenAt = (locationId: number) =>
    createDirectoryToken(context, { accountId: ids.account, locationId, name: 'Directory', by: DOORCTL });
  const hq = await tokenAt(ids.hq);

  async function scim(
    method: string,
    path: string,
    body?: unknown,
    token = hq.token,
    type = 'application/scim+json',
  ) {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (text !== '') expect(answer.headers.get('content-type')).toBe('application/scim+json');
    return { status: answer.status, body: text === '' ? null : JSON.parse(text), headers: answer.headers };
  }
  return { ...world, hq, tokenAt, scim };
}
