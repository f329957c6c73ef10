import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const WORKER = fileURLToPath(new URL('worker.mjs', import.meta.url));

/**
 * Runs seeds in as many processes as asked for; `onOutcome` hears of each and may return `stop`.
 * @param {{ settings: { hours: number, gateways: number, chaos: boolean }, seeds: number[], workers: number, mutation?: string | null, stories?: number }} work
 */
export function runSeeds({ settings, seeds, workers, mutation = null, stories = 3 }, onOutcome) {
  const left = [...seeds];
  let told = 0;
  let stopped = false;
  const one = () =>
    new Promise((resolve, reject) => {
      const child = fork(WORKER, [mutation ?? ''], { execArgv: ['--max-semi-space-size=64', '--disable-warning=ExperimentalWarning'] });
      let done = false;
      const next = () => {
        const seed = stopped ? undefined : left.shift();
        if (seed !== undefined) return child.send({ settings: { ...settings, seed }, explain: told < stories });
        done = true;
        child.disconnect();
      };
      child.on('message', (message) => {
        if (message !== 'ready') {
          if (message.violations > 0) told++;
          if (onOutcome(message) === 'stop') stopped = true;
        }
        next();
      });
      child.on('error', reject);
      child.on('exit', (code) => (done ? resolve() : reject(new Error(`a process of the simulation ended with code ${code}`))));
    });
  return Promise.all(Array.from({ length: Math.min(workers, seeds.length) }, one));
}
