import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const root = fileURLToPath(new URL('..', import.meta.url));
const index = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');

test.each(readdirSync(`${root}docs/decisions`))(
  'decision %s says its status, context, options and consequences, and is in the index under its number',
  (name) => {
    const text = readFileSync(`${root}docs/decisions/${name}`, 'utf8');
    const [, number, title] = /^# (\d+)\. (.+)/.exec(text) ?? [];
    expect(text).toMatch(/^Status: (accepted|superseded by \[\d+\])/m);
    expect(text.match(/^## .+/gm)).toEqual([
      '## Context',
      '## Options weighed',
      '## Decision',
      '## Consequences',
    ]);
    expect(name).toMatch(new RegExp(`^${number?.padStart(4, '0')}-`));
    expect(index).toContain(`${number}. [${title}](docs/decisions/${name})`);
  },
);
