import { spawnSync } from 'node:child_process';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { checkedUrl } from '../packages/cli/src/config.js';
import { table } from '../packages/cli/src/terminal.js';
import { type TestTerminal, testTerminal } from './cli-terminal.js';

const status = { service: { version: '0.1.0', time: '' }, gateways: { total: 2, online: 1, offline: 1 } };
const answering = (body: object, code = 200): typeof fetch =>
  (async () =>
    new Response(JSON.stringify(body), {
      status: code,
      headers: { 'content-type': 'application/json' },
    })) as never;

const open: TestTerminal[] = [];
afterAll(() => Promise.all(open.map((terminal) => terminal.close())));

async function terminalFor(given: Parameters<typeof testTerminal>[0] = {}): Promise<TestTerminal> {
  const terminal = await testTerminal(given);
  open.push(terminal);
  return terminal;
}

describe('the address of a service', () => {
  it.each([
    ['https://doors.example', 'https://doors.example/v1'],
    ['https://doors.example/', 'https://doors.example/v1'],
    ['https://doors.example/v1/', 'https://doors.example/v1'],
    ['https://example.com/doors/v1', 'https://example.com/doors/v1'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/v1'],
    ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
  ])('%s is %s', (given, url) => expect(checkedUrl(given)).toBe(url));

  it.each([
    'doors',
    'ftp://doors.example',
    'http://doors.example',
    'https://a:b@doors.example',
    'https://x/?y=1',
  ])('%s is refused, as an API key would be sent there', (given) =>
    expect(() => checkedUrl(given)).toThrow(/address|https/),
  );
});

describe('doors login', () => {
  it('keeps an API key that the service has accepted, where only the person can read it', async () => {
    const terminal = await terminalFor({ typed: ' k1 \n', fetch: answering(status) });
    expect(await terminal.doors('login', 'https://doors.example')).toBe(0);
    const file = path.join(terminal.configFolder, 'doors', 'login.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await terminal.doors('status')).toBe(0);
    expect(terminal.printed).toContain('1 of 2 gateways online');
    expect(await terminal.doors('logout')).toBe(0);
    expect(await terminal.doors('status')).toBe(1);
    expect(terminal.noted.join()).toMatch(/run "doors login"/);
  });

  it('keeps nothing that the service refuses, and shows no key', async () => {
    const refusal = { error: { code: 'unauthenticated', message: 'Send a valid API key.' } };
    const terminal = await terminalFor({ typed: 'k-secret', fetch: answering(refusal, 401) });
    expect(await terminal.doors('login', 'https://doors.example')).toBe(1);
    expect(terminal.noted).toEqual(['doors: unauthenticated: Send a valid API key.']);
    expect(await terminal.doors('logout')).toBe(0);
    expect(terminal.printed).toEqual(['No API key was kept.']);
  });

  it('says what to do with a damaged file, and prefers the environment', async () => {
    const terminal = await terminalFor({ fetch: answering(status) });
    await mkdir(path.join(terminal.configFolder, 'doors'));
    await writeFile(path.join(terminal.configFolder, 'doors', 'login.json'), '{');
    expect(await terminal.doors('status')).toBe(1);
    expect(terminal.noted.join()).toMatch(/damaged: run "doors login" again/);
    terminal.env = { DOORS_URL: 'https://doors.example', DOORS_API_KEY: 'k' };
    expect(await terminal.doors('status', '--json')).toBe(0);
    expect(JSON.parse(terminal.printed.join('\n'))).toEqual(status);
  });
});

describe('doors', () => {
  it('names what it does not know', async () => {
    const terminal = await terminalFor();
    expect(await terminal.doors('opne')).toBe(1);
    expect(terminal.noted.join()).toMatch(/unknown command 'opne'/);
    expect(await terminal.doors('list', 'doors')).toBe(1);
    expect(terminal.noted.join()).toMatch(/locks/);
  });

  it('prints a completion that its shell accepts', async () => {
    const terminal = await terminalFor();
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect(await terminal.doors('completion', shell)).toBe(0);
      expect(terminal.printed.join('\n')).toMatch(/unlock/);
    }
    await terminal.doors('completion', 'bash');
    const script = `${terminal.printed.join('\n')}\nCOMP_WORDS=(doors list lo); COMP_CWORD=2; _doors; echo "\${COMPREPLY[@]}"`;
    const { stdout, status: code } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect([code, stdout.trim()]).toEqual([0, 'locks']);
  });

  it('aligns a list', () => {
    const rows = [
      { a: 1, b: 'x' },
      { a: 22, b: null },
    ];
    expect(table(rows, { a: (row) => row.a, bee: (row) => row.b })).toEqual(['a   bee', '1   x', '22  -']);
  });
});
