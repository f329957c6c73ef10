import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A client under test, behind a program that plays what it is given: a line of JSON in, a line out. */
export interface Program {
  /** Resolves with the value; rejects with a `Refusal`. */
  do(act: string, given: object): Promise<unknown>;
  end(): Promise<void>;
}

/** What the client threw. */
export class Refusal extends Error {
  readonly fields: Record<string, unknown>;
  constructor(fields: Record<string, unknown>) {
    super(JSON.stringify(fields));
    this.fields = fields;
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url));

export function startProgram([command, ...words]: readonly [string, ...string[]]): Program {
  const child = spawn(command, words, {
    cwd: root,
    env: { ...process.env, PYTHONPATH: 'clients/python' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  let before: Promise<unknown> = Promise.resolve();
  const play = async (act: string, given: object) => {
    child.stdin.write(`${JSON.stringify({ act, given })}\n`);
    const { value: line, done } = await lines.next();
    if (done) throw new Error(`${command} ended before it answered ${act}.`);
    const { value, error } = JSON.parse(line);
    if (error) throw new Refusal(error);
    return value;
  };
  return {
    // One after another, as the program answers in sequence.
    do: (act, given) => {
      const answer = before.then(() => play(act, given));
      before = answer.catch(() => {});
      return answer;
    },
    async end() {
      child.stdin.end();
      await ended;
    },
  };
}
