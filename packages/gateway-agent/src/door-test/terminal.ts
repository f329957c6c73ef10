import { createInterface } from 'node:readline';
import { measuredWords, STEP_WORDS } from '@door-access/protocol/door-test';
import type { Front, FrontInput, TestView } from './run.js';

/* The guided door test on a terminal; answers may come from a file or a pipe just as well. */

export interface TerminalFront extends Front {
  close(): void;
}

export interface TerminalOptions {
  readonly input: NodeJS.ReadableStream & { isTTY?: boolean };
  readonly say: (line: string) => void;
  /** The input ended while a question was open. */
  readonly onEnd: () => void;
}

const MARKS = { passed: 'passed', failed: 'FAILED', skipped: 'left out' };

export function terminalFront({ input, say, onEnd }: TerminalOptions): TerminalFront {
  const takers = new Set<(input: FrontInput) => void>();
  const lines: string[] = [];
  const reported = new Set<string>();
  let view: TestView | null = null;
  let asked = '';
  let answered = true;
  let ended = false;

  const reader = createInterface({ input });
  reader.on('line', (line) => {
    if (line.trim() === '') return;
    lines.push(line.trim().toLowerCase());
    offer();
  });
  reader.on('close', () => {
    ended = true;
    offer();
  });

  /** A question takes the next line; other steps accept only a request to skip. */
  function offer(): void {
    if (!view || answered || takers.size === 0) return;
    const [line] = lines;
    if (line === undefined) {
      if (ended && view.isQuestion && !view.simulated) onEnd();
      return;
    }
    const isSkip = line.startsWith('s');
    if (!view.isQuestion && !isSkip) {
      // Discards a line typed too early on a terminal; a file or pipe may be ahead of the questions.
      if (input.isTTY) lines.shift();
      return;
    }
    lines.shift();
    answered = true;
    for (const take of takers)
      take(isSkip ? { kind: 'skip' } : { kind: 'answer', yes: line.startsWith('y') });
  }

  return {
    show(next) {
      view = next;
      for (const { step, result } of next.steps) {
        if (!result) {
          reported.delete(step);
          continue;
        }
        const key = JSON.stringify(result);
        if (reported.has(key) || result.step === next.now) continue;
        reported.add(key);
        const { detail, advice } = result;
        const numbers = measuredWords(result).join(', ');
        say(`  ${MARKS[result.result]} ${STEP_WORDS[step]}: ${detail}${numbers ? ` [${numbers}]` : ''}`);
        if (advice) say(`         → ${advice}`);
      }
      const key = `${next.now} ${next.ask}`;
      if (next.now !== null && key !== asked) {
        asked = key;
        answered = false;
        const choices = next.simulated ? '' : next.isQuestion ? ' [y/n, s skips]' : ' [s skips]';
        say(`  ${next.ask}${choices}`);
      }
      offer();
    },
    listen(take) {
      takers.add(take);
      return () => takers.delete(take);
    },
    close: () => reader.close(),
  };
}
