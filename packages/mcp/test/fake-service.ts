import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { createMcpServer, openDoors } from '../src/index.js';

/* A service whose every text is what a test says, and an assistant that talks to it. */

const AT = '2026-01-07T06:00:00.000Z';
export const EMERGENCY = '5f0c2a56-8f52-4b0c-9d0f-6c3c4b1f7a10';
const KEYED = {
  state: 'handed_over',
  starts_at: AT,
  expires_at: null,
  handed_over_at: AT,
  returned_at: null,
  created_at: AT,
  updated_at: AT,
  invitation: null,
};

export interface Fake {
  /** Whether one is in force. */
  emergency: boolean;
  /** Of the emergency. */
  emergencyId: string;
  /** The name of everything. */
  name: string;
  /** Requests other than GET, as method, path and body. */
  moves: { request: string; body: unknown }[];
}

function answerTo(fake: Fake, path: string): unknown {
  const { name } = fake;
  const location = { id: 1, name };
  const lock = {
    ...{ id: 7, name, place: name, location, type: 'remote', online: true, online_since: AT },
    ...{
      door_state: 'closed',
      hold_open: false,
      door_mode: { mode: 'auto', source: null, expires_at: null },
    },
    ...{ contact_fault: name, features: { remote_unlock: true, hold_relay: true } },
  };
  const person = { id: 'b9b0ff6e-3f43-4d1c-8f66-2f2a4c3a1b11', name, email: name };
  const event = { id: 1, type: 'door.forced', occurred_at: AT, source: name, lock, location, person };
  const command = { id: 'c1', type: 'unlock', lock, status: 'confirmed', reason: null };
  const page = (item: object) => ({ data: [item], next_cursor: null });
  const emergency = {
    ...{ id: fake.emergencyId, mode: 'evacuation', location, reason: name, drill: false },
    ...{ started_at: AT, ended_at: fake.emergency ? null : AT, actor: null },
    counts: { confirmed: 0, pending: 0, unreachable: 1, refused: 0 },
    doors: [{ lock, state: 'unreachable', reason: 'offline', confirmed_at: null }],
  };
  if (path === '/emergencies') return page(emergency);
  if (path === `/emergencies/${EMERGENCY}` || path.endsWith('/emergency')) return emergency;
  if (path === '/locks') return page(lock);
  if (path === '/locks/7') return lock;
  if (path.startsWith('/locks/7/')) return command;
  if (path === '/door_events')
    return page({
      ...event,
      explanation: { verdict: 'forced', text: name },
      details: { [name]: name },
      actor: null,
    });
  if (path === '/events') return page({ ...event, result: 'success', reason: name, key: { id: 2, name } });
  if (path === '/security_groups') return page({ code: 'STAFF', name, location, lock_count: 1 });
  if (path === '/keys') return page({ id: 2, name, person, location, security_groups: ['STAFF'], ...KEYED });
  if (path === '/changes')
    return {
      data: [{ type: 'person.created', occurred_at: AT, data: person }],
      next_cursor: 'c',
      has_more: false,
    };
  throw new Error(`the fake has no ${path}`);
}

export async function startFake(name = 'Main entrance') {
  const fake: Fake = { name, moves: [], emergency: false, emergencyId: EMERGENCY };
  const clock = { now: Date.parse('2026-01-07T12:00:00Z') };
  const said: string[] = [];
  let random = 0;
  const doors = await openDoors({
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'key',
    approvalPort: 0,
    now: () => clock.now,
    bytes: (count) => Buffer.alloc(count, ++random),
    say: (line) => said.push(line),
    fetch: async (request) => {
      const path = new URL(request.url).pathname.slice('/v1'.length);
      if (request.method !== 'GET')
        fake.moves.push({ request: `${request.method} ${path}`, body: await request.json() });
      return Response.json(answerTo(fake, path), { status: request.method === 'GET' ? 200 : 202 });
    },
  });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const server = createMcpServer(doors.context);
  await server.connect(there);
  const client = new Client({ name: 'assistant', version: '1' });
  await client.connect(here);

  const call = async (tool: string, given: object = {}) => {
    const { content, isError } = await client.callTool({ name: tool, arguments: { ...given } });
    return { items: content as { type: string; text: string }[], isError: isError === true };
  };
  return {
    fake,
    clock,
    said,
    client,
    call,
    /** The data of a result. */
    async read(tool: string, given: object = {}) {
      const { items } = await call(tool, given);
      return JSON.parse(items[1]?.text ?? '').data;
    },
    /** The newest link that was shown to the person. */
    link: () => /http:\S+$/.exec(said.at(-1) ?? '')?.[0] ?? '',
    async close() {
      await client.close();
      await doors.close();
    },
  };
}

export function press(link: string, decision: 'approve' | 'decline', origin = new URL(link).origin) {
  return fetch(link, { method: 'POST', headers: { origin }, body: new URLSearchParams({ decision }) });
}
