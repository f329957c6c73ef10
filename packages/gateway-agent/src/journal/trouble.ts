import type { JournalOptions } from './journal.types.js';
import { reason } from './level/level-store.js';

const RETRY_FIRST_MS = 1000;
const RETRY_LONGEST_MS = 10_000;

/** Reports a refusing disk once when it begins and once when it ends. */
export class Trouble {
  readonly #options: Pick<JournalOptions, 'log' | 'onChange' | 'clock'>;
  #retryMs = RETRY_FIRST_MS;
  /** True from a failed write until one succeeds. */
  lasts = false;

  constructor(options: Pick<JournalOptions, 'log' | 'onChange' | 'clock'>) {
    this.#options = options;
  }

  begins(error: unknown): void {
    if (this.lasts) return;
    this.lasts = true;
    const { log, onChange } = this.#options;
    const message = reason(error);
    log.warn(`journal: the disk refuses (${message}); the doors keep working, records are sent from memory`);
    onChange?.({ type: 'disk', message });
  }

  ends(): void {
    if (!this.lasts) return;
    this.lasts = false;
    this.#retryMs = RETRY_FIRST_MS;
    this.#options.log.info('journal: the disk takes records again');
    this.#options.onChange?.({ type: 'disk', message: null });
  }

  /** Tries again, less and less often, until it works; or until the journal closes: what is in memory is not saved then. */
  async overcome(signal: AbortSignal, attempt: () => Promise<boolean>): Promise<void> {
    for (let isDone = false; !isDone; ) {
      await this.#options.clock.sleep(this.#retryMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      this.#retryMs = Math.min(RETRY_LONGEST_MS, this.#retryMs * 2);
      // It still refuses, which is reported already.
      isDone = await attempt().catch(() => false);
    }
  }
}
