import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createService, eventually, type Process } from '../cluster/processes.js';

/* The blocks of docs/guides/, as a reader runs them, against the service. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'door-access-guides-'));
const service = await createService();
const running = new Set<ChildProcess>();
let main: Process;
let API_KEY = '';
let open: () => Promise<void>;

beforeAll(async () => {
  main = await service.start('api,edge,worker');
  API_KEY = service.site.api_keys.erp?.token ?? '';
  await service.connect(main, 'gw1');
  await service.connect(main, 'gw2');
  open = async () => {
    const { status, body } = await service.call(
      main,
      'POST',
      `/locks/${service.site.locks.front}/unlock?wait=10`,
      {},
    );
    expect([status, body.status]).toEqual([202, 'confirmed']);
  };
}, 60_000);
afterEach(() => {
  for (const child of running) child.kill();
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How a block of each language is run; its text comes in at the standard input. */
const SHELLS = {
  sh: ['bash', '-eu', '-o', 'pipefail', '-s'],
  js: [process.execPath, '--input-type=module', '-'],
  python: ['python3', '-'],
} as const;
type Language = keyof typeof SHELLS;

/** The blocks of a guide, each by its language and, where it has one, its name. */
function blocksOf(guide: string): Map<string, string> {
  const text = readFileSync(path.join(root, 'docs/guides', guide), 'utf8');
  const found = [...text.matchAll(/^```(\w+(?: \w+)?)\n(.*?)^```$/gms)];
  const blocks = new Map(found.map(([, name = '', block = '']) => [name, block]));
  expect(blocks.size).toBe(found.length);
  return blocks;
}

function start(block: string | undefined, language: Language, settings: Record<string, string> = {}) {
  if (block === undefined) throw new Error('the guide has no such block');
  const [program, ...words] = SHELLS[language];
  const child = spawn(program, words, {
    cwd: root,
    env: { ...process.env, PYTHONPATH: 'clients/python', BASE_URL: main.baseUrl, API_KEY, ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('close', () => running.delete(child));
  let said = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => (said += text));
  child.stdin.end(block);
  return { ended: once(child, 'close').then(([code]) => code as number | null), said: () => said };
}

/** Runs a block to its end, and gives what it printed. */
async function run(...given: Parameters<typeof start>): Promise<string> {
  const { ended, said } = start(...given);
  const code = await ended;
  if (code !== 0) throw new Error(`ended with ${code}: ${said()}`);
  return said();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

const LANGUAGES = ['sh', 'js', 'python'] as const;

describe('first unlock in five minutes', () => {
  const blocks = blocksOf('first-unlock.md');
  it('has a block for each language, and no other', () => {
    expect([...blocks.keys()]).toEqual([...LANGUAGES]);
  });

  it.each(LANGUAGES)('%s opens a door, and says that its gateway confirmed it', async (language) => {
    expect(await run(blocks.get(language), language)).toMatch(/confirmed/);
  });

  it.each(['js', 'python'] as const)('%s says what was refused', async (language) => {
    const { ended, said } = start(blocks.get(language), language, { API_KEY: 'sk_wrong' });
    expect(await ended).toBe(1);
    expect(said()).toMatch(/unauthenticated/);
  });
});

describe('a receiver done right', () => {
  const blocks = blocksOf('receiving-webhooks.md');
  it('has a receiver in each language, and the requests around it', () => {
    expect([...blocks.keys()]).toEqual([
      'sh subscribe',
      'js',
      'python',
      'sh ping',
      'sh deliveries',
      'sh check',
    ]);
  });

  it.each(['js', 'python'] as const)(
    '%s takes what is genuine, once, and refuses all else',
    async (language) => {
      const PORT = String(await freePort());
      const RECEIVER_URL = `http://127.0.0.1:${PORT}/`;
      const made = JSON.parse(await run(blocks.get('sh subscribe'), 'sh', { RECEIVER_URL }));
      const WEBHOOK: string = made.id;
      const receiver = start(blocks.get(language), language, { PORT, WEBHOOK_SECRET: made.secret });
      await eventually(async () => receiver.said().includes('listening'));

      const ping = JSON.parse(await run(blocks.get('sh ping'), 'sh', { WEBHOOK }));
      expect(ping).toMatchObject({ status: 'delivered', response_status: 204 });
      const forged = await fetch(RECEIVER_URL, {
        method: 'POST',
        body: JSON.stringify({
          id: WEBHOOK,
          type: 'door.forced',
          created_at: new Date().toISOString(),
          data: {},
        }),
        headers: { 'X-Service-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
      });
      expect(forged.status).toBe(400);

      await open();
      const listed = () =>
        run(blocks.get('sh deliveries'), 'sh', { WEBHOOK }).then((text) => JSON.parse(text).data);
      const deliveredAs = (id: string | undefined) =>
        eventually(async () => {
          const all = (await listed()) as { id: string; event_type: string; status: string }[];
          return all.find(
            (one) => (id ? one.id === id : one.event_type === 'access.granted') && one.status === 'delivered',
          );
        });
      const granted = await deliveredAs(undefined);
      const again = await service.call(
        main,
        'POST',
        `/webhooks/${WEBHOOK}/deliveries/${granted.id}/redeliver`,
        {},
      );
      await deliveredAs(again.body.id);
      expect(receiver.said().split('\n').filter(Boolean)).toEqual([
        'listening',
        'received ping',
        'received access.granted',
      ]);
      const report = await run(blocks.get('sh check'), 'sh', { RECEIVER_URL, WEBHOOK_SECRET: made.secret });
      expect(report).not.toMatch(/FAILED/);
      await service.call(main, 'DELETE', `/webhooks/${WEBHOOK}`);
    },
  );
});

describe('backfill, and keeping up', () => {
  const blocks = blocksOf('backfill.md');
  it('has a block for each language, and no other', () => {
    expect([...blocks.keys()]).toEqual([...LANGUAGES]);
  });

  it.each(LANGUAGES)('%s reads all there is, then what came since, each once', async (language) => {
    const settings = { CURSOR_FILE: path.join(folder, `${language}.txt`) };
    const typesOf = async () =>
      (await run(blocks.get(language), language, settings)).split('\n').filter(Boolean);
    await open();
    const all = await typesOf();
    expect(all).toEqual(expect.arrayContaining(['lock.online', 'access.granted']));
    expect(await typesOf()).toEqual([]);
    await open();
    expect(await typesOf()).toEqual(['access.granted']);
  });
});

describe('tests of your program against real doors', () => {
  const blocks = blocksOf('testing.md');
  it('has one block', () => {
    expect([...blocks.keys()]).toEqual(['js']);
  });

  it('waits by the clock of the site, and gets each answer', async () => {
    expect(await run(blocks.get('js'), 'js')).toMatch(
      /^0 changes after 2\d s\n2 of 2 doors have confirmed\n$/,
    );
  }, 60_000);
});
