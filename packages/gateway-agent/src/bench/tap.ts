import type { BenchHardware } from '../drivers/bench.js';
import type { Driver, DriverListener, InputLevel, RawEdge } from '../drivers/driver.js';
import type { RelayName } from '../relay.rules.js';

/** The simulated board as the agent uses it, with its raw edges copied to a second listener. */
export class BenchTap implements Driver {
  readonly #inner: BenchHardware;
  readonly #takers = new Set<(edge: RawEdge) => void>();

  constructor(inner: BenchHardware) {
    this.#inner = inner;
  }

  open(listener: DriverListener): Promise<void> {
    return this.#inner.open({
      ...listener,
      onEdge: (edge) => {
        for (const take of this.#takers) take(edge);
        listener.onEdge(edge);
      },
      onMissedEdges: () => listener.onMissedEdges(),
    });
  }

  levels(): Promise<InputLevel[]> {
    return this.#inner.levels();
  }

  setRelay(door: number, relay: RelayName, on: boolean): Promise<void> {
    return this.#inner.setRelay(door, relay, on);
  }

  boards() {
    return this.#inner.boards();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  listen(take: (edge: RawEdge) => void): () => void {
    this.#takers.add(take);
    return () => this.#takers.delete(take);
  }
}
