import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verifyWebhook } from '@door-access/client';
import { afterAll, describe, expect, it } from '@jest/globals';
import { testTerminal } from './cli-terminal.js';
import { createWorld } from './world.js';

/* `doors`, the command line of integrators, against the service. */

const world = await createWorld();
const gateway = await world.connect();
await gateway.birth();
const terminal = await testTerminal({
  env: { DOORS_URL: world.baseUrl, DOORS_API_KEY: world.token },
  now: () => world.clock.now(),
});
const servers: Server[] = [];
afterAll(async () => {
  for (const server of servers) server.close();
  await terminal.close();
  await world.close();
});

const json = () => terminal.printed.map((line) => JSON.parse(line));
const createPerson = async (name: string): Promise<{ id: string }> => {
  const { body } = await world.call('POST', '/people', { body: { name } });
  return body;
};

/** The feed rests between two looks, on the clock that only tests move. */
async function printedLine(pattern: RegExp): Promise<string> {
  let line: string | null = null;
  void terminal.printedLine(pattern).then((found) => {
    line = found;
  });
  while (line === null) await world.clock.advance(10);
  return line;
}

/** Keeps what comes, and answers as it is given. */
async function startReceiver(status = 204) {
  const received: { headers: IncomingHttpHeaders; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

describe('doors list', () => {
  it('shows locks as a table, or as JSON, one a line', async () => {
    expect(await terminal.doors('list', 'locks')).toBe(0);
    expect(terminal.printed[0]).toMatch(/^id +name +place +location +online/);
    expect(await terminal.doors('list', 'locks', '--filter', 'type=locksys', '--json')).toBe(0);
    expect(json()).toEqual([expect.objectContaining({ id: world.ids.archive, type: 'locksys' })]);
  });

  it('explains a filter that the interface does not know', async () => {
    expect(await terminal.doors('list', 'locks', '--filter', 'colour=red')).toBe(1);
    expect(terminal.noted.join()).toMatch(/invalid_request.*colour.*\[request /);
  });
});

describe('doors unlock', () => {
  it('takes the name of a lock, and ends when its gateway has confirmed', async () => {
    const ended = terminal.doors('unlock', 'MAIN', '--reason', 'test');
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'relay', relay: 'strike', on: true, cause: 'command', command_id: id }),
      gateway.record({ kind: 'result', command_id: id, outcome: 'confirmed' }),
    ]);
    expect(await ended).toBe(0);
    expect(terminal.printed).toEqual(['main: unlocked']);
  });

  it('fails with the reason in words', async () => {
    const ended = terminal.doors('unlock', String(world.ids.main));
    const { id } = await gateway.next('command');
    await gateway.send([
      gateway.record({ kind: 'result', command_id: id, outcome: 'device_error', detail: 'x' }),
    ]);
    expect(await ended).toBe(1);
    expect(terminal.noted).toEqual(['doors: main was not unlocked: its gateway could not switch the lock']);
  });

  it('names the locks that there are', async () => {
    expect(await terminal.doors('unlock', 'Nowhere')).toBe(1);
    expect(terminal.noted.join()).toMatch(/there is no lock "Nowhere"; there are .*main/);
  });
});

describe('doors emergency', () => {
  it('begins one, names every door that has not confirmed, and ends it', async () => {
    expect(await terminal.doors('emergency', 'show')).toBe(1);
    expect(terminal.noted.join()).toContain('there has been no emergency');
    const begun = terminal.doors(
      'emergency',
      'start',
      'evacuation',
      String(world.ids.hq),
      '--reason',
      'Smoke',
      '--drill',
    );
    let isOver = false;
    void begun.finally(() => {
      isOver = true;
    });
    // Its gateway answers no probe: the command waits for it, by the clock of the service.
    while (!isOver) {
      const { rows } = await world.context.pool.query('select from emergency');
      if (rows.length === 0) continue;
      await world.clock.advance(1_000);
      await world.due.runDue();
    }
    expect(await begun).toBe(1);
    expect(terminal.printed[0]).toMatch(/^Drill, evacuation at HQ, since .*: Smoke$/);
    expect(terminal.printed[2]).toMatch(/^\d+ doors: /);
    expect(terminal.noted.join()).toMatch(/of \d+ doors have confirmed: look after the others/);
    expect(await terminal.doors('emergency', 'end', 'hq', '--reason', 'All out')).toBe(0);
    expect(terminal.printed[1]).toMatch(/^Ended /);
    expect(await terminal.doors('list', 'emergencies', '--json')).toBe(0);
    expect(json()).toMatchObject([{ mode: 'evacuation', drill: true }]);
    expect(await terminal.doors('emergency', 'end', 'Nowhere', '--reason', 'x')).toBe(1);
    expect(terminal.noted.join()).toMatch(/no door is at a location "Nowhere"; there are .*HQ/);
  });
});

describe('doors tail', () => {
  it('shows what is kept, then what comes, until Ctrl-C', async () => {
    const ended = terminal.doors('tail', '--after', 'oldest', '--types', 'person.created', '--json');
    await createPerson('Tail One');
    await printedLine(/Tail One/);
    await createPerson('Tail Two');
    await printedLine(/Tail Two/);
    terminal.interrupt();
    expect(await ended).toBe(0);
    const [{ cursor, command_id }] = json().filter(({ data }) => data.name === 'Tail One');
    expect(command_id).toBeNull();

    const again = terminal.doors('tail', '--after', cursor, '--types', 'person.created');
    expect(await printedLine(/person\.created/)).toMatch(/Tail Two/);
    terminal.interrupt();
    await again;
  });

  it('refuses a cursor that was made up', async () => {
    expect(await terminal.doors('tail', '--after', 'x')).toBe(1);
    expect(terminal.noted.join()).toMatch(/invalid_request/);
  });
});

describe('doors listen', () => {
  it('sends what happens, signed as webhooks are', async () => {
    const { received, url } = await startReceiver();
    const ended = terminal.doors('listen', '--after', 'now', '--types', 'person.created', '--forward', url);
    // "now" is known once the first answer has come; what is made until then may be before it.
    const made = await Promise.race([
      printedLine(/ok/),
      (async () => {
        for (let number = 0; received.length === 0; number++) await createPerson(`Listen ${number}`);
        return printedLine(/ok/);
      })(),
    ]);
    terminal.interrupt();
    expect(await ended).toBe(0);
    expect(made).toMatch(/^ok {5}204 {2}\d+ ms .*person\.created/);
    const secret = /Signing with (whsec_\S+)/.exec(terminal.noted.join('\n'))?.[1] ?? '';
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: Buffer.alloc(0) }] = received;
    const signature = headers['x-service-signature'] as string;
    const envelope = await verifyWebhook({ secret, rawBody: body, signature, now: world.clock.now() });
    expect(envelope).toMatchObject({
      type: 'person.created',
      data: { name: expect.stringMatching(/^Listen/) },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Service-Webhooks/1.0',
      'x-service-event': 'person.created',
      'x-service-delivery': envelope.id,
    });
  });

  it('needs an address', async () => {
    expect(await terminal.doors('listen')).toBe(1);
    expect(await terminal.doors('listen', '--forward', 'localhost:3000')).toBe(1);
    expect(terminal.noted.join()).toMatch(/--forward takes an address/);
  });
});

describe('doors replay', () => {
  it('sends one past change again, and reports what the receiver answered', async () => {
    const ended = terminal.doors('tail', '--after', 'oldest', '--types', 'person.created', '--json');
    await createPerson('Replayed');
    const { id } = JSON.parse(await printedLine(/Replayed/));
    terminal.interrupt();
    await ended;
    const good = await startReceiver();
    expect(await terminal.doors('replay', id, '--forward', good.url)).toBe(0);
    expect(JSON.parse(good.received[0]?.body.toString() ?? '')).toMatchObject({
      id,
      data: { name: 'Replayed' },
    });
    const bad = await startReceiver(500);
    expect(await terminal.doors('replay', id, '--forward', bad.url)).toBe(1);
    expect(terminal.printed[0]).toMatch(/^failed 500/);
  });

  it('says that there is no such change', async () => {
    const none = '00000000-0000-4000-8000-000000000000';
    expect(await terminal.doors('replay', none, '--forward', 'http://127.0.0.1:1/')).toBe(1);
    expect(terminal.noted.join()).toMatch(/none of \d+ changes has the id/);
  });
});
