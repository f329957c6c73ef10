import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_STOP_DEADLINE = 20_000;
const HARD_STOP_DEADLINE = 5_000;

/** The user that a program runs as. */
export interface Identity {
  uid: number;
  gid: number;
}

interface ProgramOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  identity: Identity | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Runs one of PostgreSQL's programs to its end. @throws an Error with its output, or the signal's reason once it and
 * all its children have ended
 */
export function runProgram(
  program: string,
  parameters: readonly string[],
  { cwd, env, identity, signal }: ProgramOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // In a group of its own: a Ctrl-C on the terminal is for us, who end it whole.
    const child = spawn(program, parameters, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...identity,
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text) => {
      output += text;
    });
    child.stderr.on('data', (text) => {
      errors += text;
    });
    const end = () => killGroup(child);
    signal?.addEventListener('abort', end, { once: true });
    child.once('error', reject);
    child.once('close', (code, by) => {
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else if (code === 0) resolve();
      else reject(new Error((errors || output).trim() || `${program} ended with ${code ?? by}`));
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (process.platform === 'win32') child.kill('SIGKILL');
  else if (child.pid !== undefined) signalTo(-child.pid, 'SIGKILL');
}

/** Ends a server, without a checkpoint if `isAtOnce`; returns whether it has ended. */
export async function endServer(pid: number, isAlive: () => boolean, isAtOnce = false): Promise<boolean> {
  // SIGINT: fast shutdown, with a checkpoint. SIGQUIT: at once, the next start recovers.
  const steps: [NodeJS.Signals, number][] = [
    ['SIGQUIT', HARD_STOP_DEADLINE],
    ['SIGKILL', HARD_STOP_DEADLINE],
  ];
  if (!isAtOnce) steps.unshift(['SIGINT', FAST_STOP_DEADLINE]);
  for (const [signal, patience] of steps) {
    signalTo(pid, signal);
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      if (!isAlive()) return true;
      await sleep(5);
    }
  }
  return false;
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
