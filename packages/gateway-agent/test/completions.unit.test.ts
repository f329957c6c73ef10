import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { completions } from '../src/tools/completions.js';
import { COMMANDS, OPTIONS } from '../src/tools/options.js';

const dir = mkdtempSync(path.join(os.tmpdir(), 'door-agent-completions-'));
writeFileSync(path.join(dir, 'gateway.yaml'), '');
afterAll(() => rmSync(dir, { recursive: true }));

/** What bash offers after these words, the last of which is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completions('bash')}
COMP_WORDS=(door-agent "$@"); COMP_CWORD=$#; _door_agent; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script, 'bash', ...words], { cwd: dir, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
}

test.each<{ typed: string[]; offers: readonly string[] }>([
  { typed: [''], offers: COMMANDS },
  { typed: ['d'], offers: ['doctor'] },
  { typed: ['bench', '--p'], offers: ['--port', '--page'] },
  { typed: ['run', '--config', 'g'], offers: ['gateway.yaml'] },
  { typed: ['run', '-c', 'g'], offers: ['gateway.yaml'] },
  { typed: ['bench', '--port', ''], offers: [] },
  { typed: ['completions', ''], offers: ['bash', 'zsh', 'fish'] },
])('bash completes door-agent $typed by $offers', ({ typed, offers }) => {
  expect(offered(...typed)).toEqual(offers);
});

test.each([
  { shell: 'bash', mark: (name: string) => `--${name}` },
  { shell: 'zsh', mark: (name: string) => `--${name}[` },
  { shell: 'fish', mark: (name: string) => `-l ${name} ` },
])('$shell completes every command and option of the program', ({ shell, mark }) => {
  const script = completions(shell) ?? '';
  expect(COMMANDS.filter((command) => !script.includes(command))).toEqual([]);
  expect(Object.keys(OPTIONS).filter((name) => !script.includes(mark(name)))).toEqual([]);
});

test('of another shell nothing is known', () => {
  expect(completions('csh')).toBeNull();
});
