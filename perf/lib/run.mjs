// Runs one measure in a process of its own and reads the lines that it prints.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Resolves with the lines of the measure in `file` and its exit status; `pass` gets each line as it is printed. */
export async function runMeasure(file, flags, pass = () => undefined) {
  const child = spawn(process.execPath, [file, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const lines = [];
  for await (const text of createInterface({ input: child.stdout })) {
    pass(text);
    lines.push(JSON.parse(text));
  }
  return { lines, status: await ended };
}

/** What a line measures: the same in every run. */
export const keyOf = ({ measure, case: what, unit }) => [measure, what, unit].filter(Boolean).join(': ');

/** How many times the floor's cost, whichever way the value counts: 1 is the floor, less is better. */
export const costOf = ({ better }, ratio) => (better === 'higher' ? 1 / ratio : ratio);
