// The commands of docs/installer.md, as they are written there.
import { readFileSync } from 'node:fs';

const GUIDE = new URL('../../../docs/installer.md', import.meta.url);

/** The commands of "Setting up", one after another. */
export function guideCommands() {
  const [, chapter] = readFileSync(GUIDE, 'utf8').split('\n## Setting up\n');
  const [section] = chapter.split('\n## ');
  return [...section.matchAll(/^ *```\n([\s\S]*?)^ *```$/gm)].flatMap(([, block]) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  );
}
