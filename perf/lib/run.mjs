// Runs one measure in a process of its own and reads the lines that it prints.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

/**
 * The rules alone are measured with room for their short-lived objects: with the usual room they cost what the collector's
 * pages cost, and that differs fourfold between machines of one kind.
 */
const NODE_FLAGS = { rules: ['--max-semi-space-size=64'] };

/** Resolves with the lines of the measure in `file` and its exit status; `pass` gets each line as it is printed. */
export async function runMeasure(file, flags, pass = () => undefined) {
  const child = spawn(process.execPath, [...(NODE_FLAGS[path.parse(file).name] ?? []), file, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
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
