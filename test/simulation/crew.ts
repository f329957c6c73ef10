import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

export interface Work {
  settings: { hours: number; gateways: number; chaos: boolean; rollbacks?: boolean; moves?: boolean };
  seeds: readonly number[];
  /** Processes. */
  workers: number;
  /** Name of a deliberate bug. */
  mutation?: string | null;
  /** How many failures are shrunk and printed. */
  stories?: number;
  /** Whether to report the fingerprints. */
  fingerprints?: boolean;
  /** File for the history of the one seed. */
  history?: string | null;
}

/** The result of one seed. */
export interface Outcome {
  settings: {
    seed: number;
    hours: number;
    gateways: number;
    chaos: boolean;
    rollbacks?: boolean;
    moves?: boolean;
  };
  violations: number;
  /** The broken promises. */
  rules: string[];
  figures: Record<string, number>;
  /** SHA-256 of the world's history, where it was asked for: the same seed gives the same. */
  fingerprint: string | null;
  story: string | null;
}

/** Runs seeds, as many at a time as there are processes, until `onOutcome` says `stop`. */
export async function runSeeds(
  work: Work,
  onOutcome: (outcome: Outcome) => 'stop' | undefined,
): Promise<void> {
  const { settings, workers, mutation = null, stories = 3, fingerprints = false, history = null } = work;
  const left = [...work.seeds];
  let failures = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(WORKER, [mutation ?? ''], {
        execArgv: ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning'],
      });
      let done = false;
      child.on('message', (message: 'ready' | Outcome) => {
        if (message !== 'ready') {
          if (message.violations > 0) failures++;
          if (onOutcome(message) === 'stop') left.length = 0;
        }
        const seed = left.shift();
        if (seed !== undefined)
          return void child.send({
            settings: { ...settings, seed },
            explain: failures < stories,
            fingerprints,
            history,
          });
        done = true;
        child.disconnect();
      });
      child.on('error', reject);
      child.on('exit', (code) =>
        done ? resolve() : reject(new Error(`a process of the simulation ended with code ${code}`)),
      );
    });
  await Promise.all(Array.from({ length: Math.min(workers, left.length) }, one));
}
