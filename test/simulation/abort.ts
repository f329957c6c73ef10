/*
 * AbortController as the product uses it, at a tenth of the price: Node's own builds an event and often a DOMException
 * for each abort, which is much of a simulation's time.
 */

type Listener = () => void;

class Signal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: Set<Listener> | null = null;

  addEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners?.delete(listener);
  }

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  /** Asked for by `events.setMaxListeners`; there is no limit here. */
  setMaxListeners(): void {}

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = this.#listeners;
    this.#listeners = null;
    for (const listener of listeners ?? []) listener();
  }
}

const ABORTED = new Error('This operation was aborted');

class Controller {
  readonly signal = new Signal();

  abort(reason: unknown = ABORTED): void {
    this.signal.abort(reason);
  }
}

/** In this process, from now on. */
export function useLightAborts(): void {
  Object.assign(globalThis, { AbortController: Controller });
  Object.assign(AbortSignal, {
    any(signals: readonly Signal[]): Signal {
      const either = new Signal();
      const stop = (reason: unknown) => {
        for (const [signal, listener] of listeners) signal.removeEventListener('abort', listener);
        either.abort(reason);
      };
      const listeners = signals.map((signal) => [signal, () => stop(signal.reason)] as const);
      const aborted = signals.find((signal) => signal.aborted);
      if (aborted) either.abort(aborted.reason);
      else for (const [signal, listener] of listeners) signal.addEventListener('abort', listener);
      return either;
    },
  });
}
