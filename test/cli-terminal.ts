import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { main } from '../packages/cli/src/main.js';
import type { Terminal } from '../packages/cli/src/terminal.js';

/** A terminal that keeps what is written. */
export interface TestTerminal extends Terminal {
  printed: string[];
  noted: string[];
  /** Runs `doors …`; resolves with the exit code. */
  doors(...words: string[]): Promise<number>;
  /** Resolves once a line that is printed, now or later, fits. */
  printedLine(pattern: RegExp): Promise<string>;
  /** Ctrl-C, for the command that runs. */
  interrupt(): void;
  close(): Promise<void>;
}

export async function testTerminal(
  given: Partial<Terminal> & { typed?: string } = {},
): Promise<TestTerminal> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'doors-'));
  let ended = new AbortController();
  const watchers = new Set<() => void>();
  const terminal: TestTerminal = {
    printed: [],
    noted: [],
    out: (line) => {
      terminal.printed.push(...line.split('\n'));
      for (const look of watchers) look();
    },
    note: (line) => void terminal.noted.push(line),
    secret: async () => given.typed ?? null,
    env: {},
    configFolder: folder,
    get signal() {
      return ended.signal;
    },
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => 1_767_765_600_000,
    bytes: (count) => new Uint8Array(count).fill(7),
    ...given,
    doors: (...words) => {
      ended = new AbortController();
      terminal.printed.length = 0;
      terminal.noted.length = 0;
      return main(['node', 'doors', ...words], terminal);
    },
    printedLine: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const line = terminal.printed.find((each) => pattern.test(each));
          if (line === undefined) return;
          watchers.delete(look);
          resolve(line);
        };
        watchers.add(look);
        look();
      }),
    interrupt: () => ended.abort(),
    close: () => rm(folder, { recursive: true, force: true }),
  };
  return terminal;
}
