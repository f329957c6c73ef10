import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';

/** What one connection carries before another is opened. */
const FULL = 16;

interface Line {
  opened: Promise<PoolClient>;
  /** Once it is open. */
  client: PoolClient | null;
  /** Statements without an answer. */
  carried: number;
  isGathering: boolean;
}

/**
 * Connections that several statements share at a time: those of one turn of the event loop are written together, and their
 * answers are read together, which costs less than any of the statements. They are answered in sequence, so that all of
 * them have to be brief. A line that carries nothing is the pool's again.
 */
export class Lines {
  readonly #pool: Pool;
  readonly #lines = new Set<Line>();

  constructor(pool: Pool) {
    this.#pool = pool;
    pool.on('connect', (client) =>
      client.once('end', () => {
        for (const line of this.#lines) if (line.client === client) this.#lines.delete(line);
      }),
    );
  }

  async query(config: QueryConfig): Promise<QueryResult> {
    const line = this.#choose();
    line.carried++;
    try {
      const client = line.client ?? (await line.opened);
      gather(line, client);
      return await new Promise<QueryResult>((resolve, reject) => {
        void client.query(config, (error, result) => (error ? reject(error) : resolve(result)));
      });
    } finally {
      if (--line.carried === 0) this.#giveBack(line);
    }
  }

  /** The line that carries least: one that is stuck is full soon, and is then avoided for as long. */
  #choose(): Line {
    let best: Line | undefined;
    for (const line of this.#lines) if (!best || line.carried < best.carried) best = line;
    return !best || (best.carried >= FULL && this.#lines.size < this.#pool.options.max) ? this.#open() : best;
  }

  #open(): Line {
    const line: Line = { opened: this.#pool.connect(), client: null, carried: 0, isGathering: false };
    this.#lines.add(line);
    line.opened.then(
      (client) => {
        line.client = client;
      },
      () => this.#lines.delete(line),
    );
    return line;
  }

  #giveBack(line: Line): void {
    this.#lines.delete(line);
    // One that was given up is not idle but gone.
    line.client?.release(line.client.connection.stream.destroyed);
  }
}

/** Holds back what is written until all of this turn is. */
function gather(line: Line, { connection: { stream } }: PoolClient): void {
  if (line.isGathering) return;
  line.isGathering = true;
  stream.cork();
  setImmediate(() => {
    line.isGathering = false;
    stream.uncork();
  });
}
