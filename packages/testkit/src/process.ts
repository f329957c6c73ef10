import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Asks } from './types.js';

/* The site runs in a process of its own: what a test runner does to modules, timers and globals does not reach it. */

/** As built, for the sources too. */
const PROGRAM = fileURLToPath(new URL('../dist/program.js', import.meta.url));
/** In real time. */
const ENDS_WITHIN_MS = 20_000;

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

export class SiteProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #stopping: Promise<void> | undefined;

  /** @param onTime is called before the site's time shows in a webhook */
  constructor(onTime: (now: number) => void) {
    this.#child = fork(PROGRAM, [], {
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    // A test that forgets to close its site ends all the same, and the site with it.
    this.#child.unref();
    this.#child.on('message', (answer: { id: number; value: never; error?: string; now?: number }) => {
      if (answer.now !== undefined) {
        onTime(answer.now);
        this.#child.send({ name: 'known' });
        return;
      }
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (this.#waiting.size === 0) this.#child.channel?.unref();
      if (answer.error === undefined) waiting?.resolve(answer.value);
      else waiting?.reject(new Error(answer.error));
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve());
      this.#child.once('exit', () => resolve());
    });
    void this.#ended.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The site has ended.'));
      this.#waiting.clear();
    });
  }

  ask<Name extends keyof Asks>(
    name: Name,
    ...given: Parameters<Asks[Name]>
  ): Promise<ReturnType<Asks[Name]>> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      if (this.#stopping && name !== 'stop') return reject(new Error('The site is closed.'));
      this.#waiting.set(id, { resolve, reject });
      this.#child.channel?.ref();
      this.#child.send({ id, name, given }, (error) => {
        if (error) reject(new Error('The site has ended.'));
      });
    });
  }

  /** Resolves once the process has ended. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    const late = AbortSignal.timeout(ENDS_WITHIN_MS);
    late.addEventListener('abort', () => this.#child.kill('SIGKILL'), { once: true });
    await this.ask('stop').catch(() => {});
    this.#child.ref();
    await this.#ended;
  }
}
