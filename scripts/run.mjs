// Runs a program to its end without blocking this one, which can still receive signals.
import { spawn } from 'node:child_process';

/**
 * Resolves with its exit status (null where a signal ended it) and, unless it writes to our terminal, its output. With
 * a `signal` it has a group of its own, out of reach of a Ctrl-C, and ends with all that it started once that aborts.
 */
export function run(program, parameters, { cwd, env, quiet = false, signal } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd,
      env,
      stdio: ['ignore', ...(quiet ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
      detached: signal !== undefined,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => {
        output += text;
      });
    const end = () => endGroup(child);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
    child.once('error', reject);
    child.once('close', (status) => {
      signal?.removeEventListener('abort', end);
      resolve({ status, output });
    });
  });
}

function endGroup(child) {
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended meanwhile.
  }
}
