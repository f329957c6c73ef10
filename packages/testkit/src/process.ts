import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Asks, Plan, Started } from './types.js';

/* The site runs in a process of its own: what a test runner does to modules, timers and globals does not reach it. */

/** As built, for the sources too. */
const PROGRAM = fileURLToPath(new URL('../dist/program.js', import.meta.url));
/** In real time. */
const ENDS_WITHIN_MS = 20_000;

class EndedError extends Error {
  override readonly name = 'EndedError';
  constructor() {
    super('The site has ended.');
  }
}

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** An open site, in its process. */
export interface Line {
  ask<Name extends keyof Asks>(name: Name, ...given: Parameters<Asks[Name]>): Promise<ReturnType<Asks[Name]>>;
  /** Resolves once the site has ended; its process stays for the next one. */
  stop(): Promise<void>;
}

/** The process of the last site that was closed, until another one takes it, or it ends by itself. */
let free: SiteProcess | undefined;

/**
 * Starts a site, in the process of one that was closed where there is one.
 * @param onTime is called before the site's time shows in a webhook
 */
export async function startProcess(
  plan: Plan,
  onTime: (now: number) => void,
): Promise<{ line: Line; started: Started }> {
  const kept = free;
  free = undefined;
  let process = kept ?? new SiteProcess();
  let started: Started;
  try {
    // One that was free may have come to its end just now.
    started = await process.start(plan, onTime).catch((error: unknown) => {
      if (process !== kept || !(error instanceof EndedError)) throw error;
      process = new SiteProcess();
      return process.start(plan, onTime);
    });
  } catch (error) {
    await process.end();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    const isWell = await process.ask('stop').then(
      () => true,
      () => false,
    );
    if (!isWell || free) return process.end();
    free = process;
  };
  return {
    started,
    line: {
      ask: (name, ...given) =>
        stopping === undefined
          ? process.ask(name, ...given)
          : Promise.reject(new Error('The site is closed.')),
      stop() {
        stopping ??= stop();
        return stopping;
      },
    },
  };
}

class SiteProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #onTime: (now: number) => void = () => {};
  #asked = 0;

  constructor() {
    this.#child = fork(PROGRAM, [], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#hold('unref');
    this.#child.on('message', (answer: { id: number; value: never; error?: string; now?: number }) => {
      if (answer.now !== undefined) {
        this.#onTime(answer.now);
        this.#child.send({ name: 'known' });
        return;
      }
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#hold('unref');
      if (answer.error === undefined) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.error));
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve());
      this.#child.once('exit', () => resolve());
    });
    void this.#ended.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new EndedError());
      this.#waiting.clear();
    });
  }

  start(plan: Plan, onTime: (now: number) => void): Promise<Started> {
    this.#onTime = onTime;
    return this.ask('start', plan);
  }

  ask<Name extends keyof Asks>(
    name: Name,
    ...given: Parameters<Asks[Name]>
  ): Promise<ReturnType<Asks[Name]>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      this.#hold('ref');
      this.#child.send({ id, name, given }, (error) => {
        if (error) reject(new EndedError());
      });
    });
  }

  /** A test that forgets to close its site ends all the same, and the site with it; one that waits for an answer does not. */
  #hold(does: 'ref' | 'unref'): void {
    this.#child[does]();
    this.#child.channel?.[does]();
  }

  /** Resolves once the process has ended, with its site. */
  async end(): Promise<void> {
    const late = AbortSignal.timeout(ENDS_WITHIN_MS);
    late.addEventListener('abort', () => this.#child.kill('SIGKILL'), { once: true });
    this.#child.ref();
    if (this.#child.connected) this.#child.disconnect();
    await this.#ended;
  }
}
