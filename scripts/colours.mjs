// The colours of packages/protocol/src/identity.ts as a style sheet, for pages that are built: `write`, or `check` for drift.
import { built, writeOrCheck } from './generated.mjs';

await writeOrCheck('colours.mjs', 'packages/protocol/src/identity.ts', async () => {
  const { colourStyles } = await built('packages/protocol/dist/identity.js');
  return {
    'packages/protocol/src/colours.css': `/* Written by scripts/colours.mjs from identity.ts. */\n${colourStyles()}`,
  };
});
