import { readFileSync } from 'node:fs';

/* Hostile text and JSON bodies from public collections; sources and licences are in fixtures/README.md. */

export interface HostileBody {
  name: string;
  /** What a parser of JSON should do with it. */
  expected: 'accept' | 'reject' | 'either';
  bytes: Buffer;
}

function lines(name: string): string[] {
  return readFileSync(new URL(`fixtures/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
}

export const naughtyStrings = (): string[] =>
  lines('naughty-strings.jsonl').map((line) => JSON.parse(line) as string);

export function hostileBodies(): HostileBody[] {
  const kept = lines('json-bodies.jsonl').map((line): HostileBody => {
    const { name, expect: expected, b64 } = JSON.parse(line);
    return { name, expected, bytes: Buffer.from(b64, 'base64') };
  });
  return [
    ...kept,
    { name: 'n_structure_100000_opening_arrays.json', expected: 'reject', bytes: Buffer.alloc(100_000, '[') },
    {
      name: 'n_structure_open_array_object.json',
      expected: 'reject',
      bytes: Buffer.from(`${'[{"":'.repeat(50_000)}\n`),
    },
  ];
}
