import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { api } from '../../src/endpoints.js';
import { expectError } from './matrix.js';
import { sample, sampleEndpoints } from './sample-endpoints.js';
import { callServer, httpWorld } from './world.js';

const world = await httpWorld(sampleEndpoints);

beforeEach(() => world.clock.advance(60_000));
afterEach(() => {
  jest.restoreAllMocks();
  sample.before = async () => {};
  world.logged.length = 0;
});

const raw = (text: string) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(world.http.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

describe('an unexpected failure', () => {
  it('is a 500 without its reason, logged with the request id and without secrets', async () => {
    sample.before = async () => {
      throw Object.assign(new Error('boom'), { detail: 'Key (email)=(secret@example.com)', code: '23505' });
    };
    const answer = await world.call('POST', '/notes', { body: { text: 'confidential' } });
    expectError(answer, 500, 'server_error');
    expect(answer.text).not.toContain('boom');
    expect(answer.headers['x-ratelimit-remaining']).toBeDefined();
    const line = world.logged.find(({ level }) => level === 50);
    expect(line).toMatchObject({
      request_id: answer.headers['x-request-id'],
      method: 'POST',
      route: '/v1/notes',
      error: { message: 'boom', code: '23505' },
    });
    const everything = JSON.stringify(world.logged);
    for (const secret of [world.token, 'confidential', 'secret@example.com'])
      expect(everything).not.toContain(secret);
  });

  it('an answer that differs from its declaration is one', async () => {
    jest.spyOn(world.context.clock, 'now').mockReturnValue(Number.NaN);
    expectError(await world.call('GET', '/notes'), 500, 'server_error');
  });
});

describe('a database that is away', () => {
  it('is a 500 at once when it refuses', async () => {
    jest
      .spyOn(world.context.pool, 'query')
      .mockRejectedValue(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }) as never);
    expectError(await world.call('GET', '/notes'), 500, 'server_error');
  });

  it('is a 500 after one and a half seconds when it does not answer', async () => {
    const asked = new Promise<void>((resolve) => {
      jest.spyOn(world.context.pool, 'query').mockImplementation((() => {
        resolve();
        return new Promise(() => {});
      }) as never);
    });
    const answer = world.call('GET', '/notes');
    await asked;
    await world.clock.advance(1_500);
    expectError(await answer, 500, 'server_error');
  });

  it('and answers after all: work whose failure the caller has seen is not done any more', async () => {
    let begun = false;
    sample.before = async () => {
      begun = true;
    };
    const { pool } = world.context;
    const query = pool.query.bind(pool) as (statement: unknown) => Promise<unknown>;
    let recover = () => {};
    const asked = new Promise<void>((resolve) => {
      jest.spyOn(pool, 'query').mockImplementationOnce((async (statement: unknown) => {
        resolve();
        await new Promise<void>((done) => {
          recover = done;
        });
        return query(statement);
      }) as never);
    });
    const answer = world.call('GET', '/notes/1');
    await asked;
    await world.clock.advance(1_500);
    expectError(await answer, 500, 'server_error');
    recover();
    // By the time the next caller is served, the one before is through.
    expect((await world.call('GET', '/notes')).status).toBe(200);
    expect(begun).toBe(false);
  });
});

describe('a handler', () => {
  it('that never ends is a 500 after fifteen seconds, and its signal aborts', async () => {
    let reason: unknown;
    const started = new Promise<void>((resolve) => {
      sample.before = ({ signal }) => {
        resolve();
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(signal.reason);
          });
        });
      };
    });
    const answer = world.call('GET', '/notes/1');
    await started;
    await world.clock.advance(14_999);
    expect(reason).toBeUndefined();
    await world.clock.advance(1);
    expectError(await answer, 500, 'server_error');
    expect(String(reason)).toContain('deadline');
  });

  it('hears when the caller hangs up', async () => {
    const heard = new Promise<unknown>((resolve) => {
      sample.before = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => {
            resolve(signal.reason);
            reject(signal.reason);
          });
          socket.destroy();
        });
    });
    const socket = connect(world.http.port, '127.0.0.1', () => {
      socket.write(`GET /v1/notes/1 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.token}\r\n\r\n`);
    });
    expect(String(await heard)).toContain('hung up');
    expect(world.logged.filter(({ level }) => level >= 40)).toEqual([]);
  });
});

describe('a server that stops', () => {
  it('lets the requests under way end, and their connections with them', async () => {
    const { startHttpServer } = await import('../../src/http/server.js');
    const server = await startHttpServer(
      world.context,
      { ...api, endpoints: sampleEndpoints },
      {},
      { port: 0 },
    );
    const agent = new Agent({ keepAlive: true });
    let finish = () => {};
    const started = new Promise<void>((resolve) => {
      sample.before = () => {
        resolve();
        return new Promise((done) => {
          finish = done;
        });
      };
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${world.token}` };
      const request = httpRequest({ agent, port: server.port, path: '/v1/notes/1', headers }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
      request.on('error', reject).end();
    });
    await started;
    const closed = server.close();
    finish();
    expect(await status).toBe(200);
    await closed;
    agent.destroy();
  });

  it('waits for no connection that has never asked anything, as browsers open ahead of need', async () => {
    const { startHttpServer } = await import('../../src/http/server.js');
    const server = await startHttpServer(
      world.context,
      { ...api, endpoints: sampleEndpoints },
      {},
      { port: 0 },
    );
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    await new Promise<void>((resolve) => server.server.once('connection', () => resolve()));
    // The service's time stands still: what is waited for is waited for without end.
    await server.close();
    socket.destroy();
  });

  it('answers what was sent on a kept connection before its caller could know, and ends it', async () => {
    const { startHttpServer } = await import('../../src/http/server.js');
    const server = await startHttpServer(world.context, api, { lingerMs: 60_000 }, { port: 0 });
    const kept = connect(server.port, '127.0.0.1');
    let answers = '';
    kept.on('data', (chunk) => (answers += chunk));
    kept.write('GET /nowhere HTTP/1.1\r\n\r\n');
    await once(kept, 'data');
    const closed = server.close();
    kept.write('GET /nowhere HTTP/1.1\r\n\r\n');
    await once(kept, 'close');
    await closed;
    expect(answers.match(/HTTP\/1\.1 404 /g)).toHaveLength(2);
    expect(answers.match(/^Connection: .*$/gim)).toEqual(['Connection: keep-alive', 'Connection: close']);
  });

  it('cuts a kept connection on which nothing comes', async () => {
    const { startHttpServer } = await import('../../src/http/server.js');
    const server = await startHttpServer(world.context, api, {}, { port: 0 });
    const kept = connect(server.port, '127.0.0.1');
    kept.write('GET /nowhere HTTP/1.1\r\n\r\n');
    await once(kept, 'data');
    const ended = once(kept, 'close');
    await Promise.all([server.close(), ended]);
    await expect(callServer(server.port, 'GET', '/')).rejects.toThrow('ECONNREFUSED');
  });
});

describe('what is not HTTP', () => {
  it('is answered in the envelope and cut off', async () => {
    for (const [text, status, message] of [
      ['nonsense\r\n\r\n', 400, 'The request is not well-formed HTTP.'],
      ['GET / HTTP/1.1\r\nBad Header: x\r\n\r\n', 400, 'The request is not well-formed HTTP.'],
      [
        `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
        431,
        'The address and headers are longer than 16 KB.',
      ],
      [
        `GET /?q=${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`,
        431,
        'The address and headers are longer than 16 KB.',
      ],
    ] as const) {
      const answer = await raw(text);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/X-Request-Id: [0-9a-f-]{36}\r\n/);
      const { error } = JSON.parse(answer.split('\r\n\r\n')[1] ?? '');
      expect(error).toEqual({ code: 'invalid_request', message });
    }
  });

  it('a request without Host is served', async () => {
    const answer = await raw('GET /v1/notes HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a busy port is one line that names the setting', async () => {
    const { startHttpServer } = await import('../../src/http/server.js');
    await expect(
      startHttpServer(world.context, { ...api, endpoints: [] }, {}, { port: world.http.port }),
    ).rejects.toThrow(/^PORT=\d+: the port is in use; stop what uses it or choose another$/);
    expectError(await callServer(world.http.port, 'GET', '/'), 404, 'not_found');
  });
});
