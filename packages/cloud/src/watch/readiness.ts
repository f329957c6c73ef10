import type { Context } from '../context.js';
import * as sql from '../database/statement.js';

const PING = sql.statement('watch-ping', 'select 1 as one', { one: sql.present(sql.int) }, { brief: true });

const DEADLINE_MS = 2_000;
/** However many ask, the database is asked so often at the maximum. */
const KEPT_MS = 1_000;

export type Check = 'ok' | 'failed';

export interface Readiness {
  status: 'ready' | 'not_ready';
  checks: Record<string, Check>;
}

/** Whether this process does its work now; each check belongs to a role, and says no more than that it failed. */
export class ReadinessChecks {
  readonly #context: Pick<Context, 'clock' | 'pool'>;
  readonly #checks = new Map<string, () => boolean | Promise<boolean>>();
  #isServing = false;
  #kept: { until: number; answer: Promise<Record<string, Check>> } | null = null;

  constructor(context: Pick<Context, 'clock' | 'pool'>) {
    this.#context = context;
    this.add('database', async () => (await PING.one(context.pool)).one === 1);
  }

  add(name: 'database' | 'broker' | 'worker', check: () => boolean | Promise<boolean>): void {
    this.#checks.set(name, check);
  }

  /** All is started. */
  begin(): void {
    this.#isServing = true;
  }

  /** The service begins to stop: from now on it is not ready, whatever its parts still do. */
  end(): void {
    this.#isServing = false;
  }

  async look(): Promise<Readiness> {
    const now = this.#context.clock.monotonic();
    if (!this.#kept || this.#kept.until <= now)
      this.#kept = { until: now + KEPT_MS, answer: this.#checkAll() };
    const checks = await this.#kept.answer;
    const isReady = this.#isServing && Object.values(checks).every((check) => check === 'ok');
    return { status: isReady ? 'ready' : 'not_ready', checks };
  }

  async #checkAll(): Promise<Record<string, Check>> {
    const names = [...this.#checks.keys()];
    const results = await Promise.all([...this.#checks.values()].map((check) => this.#check(check)));
    return Object.fromEntries(names.map((name, index) => [name, results[index] ? 'ok' : 'failed']));
  }

  /** Never rejects, and never takes longer than the deadline. */
  async #check(check: () => boolean | Promise<boolean>): Promise<boolean> {
    const over = new AbortController();
    const late = this.#context.clock.sleep(DEADLINE_MS, over.signal).then(
      () => false,
      () => false,
    );
    const checked = (async () => check())().catch(() => false);
    const isWell = await Promise.race([checked, late]);
    over.abort();
    return isWell;
  }
}
