import { Worker } from 'jest-worker';

/**
 * A Jest runner that loads modules with Node.js itself. Jest's own runner loads every module anew for each test file,
 * which is most of the work of unit tests; here the files of a worker share what they import, so a test file must
 * leave no state behind in a module (docs/decisions/0060-tests-share-modules.md).
 *
 * Everything else is Jest's: its command line, reporters, workers (jest-worker) and tests (jest-circus).
 */
export default class SharedModulesRunner {
  #globalConfig;

  constructor(globalConfig) {
    this.#globalConfig = globalConfig;
  }

  async runTests(tests, _watcher, onStart, onResult, onFailure) {
    const { maxWorkers, workerIdleMemoryLimit } = this.#globalConfig;
    const numWorkers = Math.min(maxWorkers, tests.length);
    const pool = new Worker(new URL('./worker.mjs', import.meta.url), {
      exposedMethods: ['runFile', 'endShared'],
      numWorkers,
      // A worker that has grown is replaced between files, which counts as a retry.
      maxRetries: 1,
      idleMemoryLimit: workerIdleMemoryLimit,
      forkOptions: {
        serialization: 'json',
        execArgv: ['--import', new URL('./hooks.mjs', import.meta.url).href],
      },
    });
    pool.getStdout()?.pipe(process.stdout);
    pool.getStderr()?.pipe(process.stderr);
    try {
      const waiting = [...tests];
      const work = async () => {
        for (let test = waiting.shift(); test; test = waiting.shift()) {
          await onStart(test);
          await this.#runTest(pool, test, { onResult, onFailure });
        }
      };
      const all = (each) => Promise.all(Array.from({ length: numWorkers }, each));
      await all(work);
      // None has anything else to do, so that each of them takes one of these.
      await all(() => pool.endShared());
    } finally {
      const { forceExited } = await pool.end();
      if (forceExited) console.error('A worker of the tests did not exit by itself: something is left open.');
    }
  }

  async #runTest(pool, test, { onResult, onFailure }) {
    const { config } = test.context;
    try {
      await onResult(test, await pool.runFile({ path: test.path, config, globalConfig: this.#globalConfig }));
    } catch (error) {
      await onFailure(test, error);
    }
  }
}
