#!/usr/bin/env node
// Stands in the checkout so that npm can link it before anything is built; builds what is stale and hands over.
import { existsSync } from 'node:fs';

const builder = new URL('../../../scripts/build.mjs', import.meta.url);
if (!existsSync(builder) || (await (await import(builder.href)).build())) {
  const { main } = await import('../dist/main.js');
  process.exitCode = await main(process.argv);
} else {
  console.error('doors-mcp: the sources do not build; see above');
  process.exitCode = 1;
}
