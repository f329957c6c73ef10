// Node.js, Deno and Bun: a line of JSON in, a line out.
import process from 'node:process';
import { createInterface } from 'node:readline';
import { play } from './acts.mjs';

for await (const line of createInterface({ input: process.stdin }))
  console.log(JSON.stringify(await play(JSON.parse(line))));
