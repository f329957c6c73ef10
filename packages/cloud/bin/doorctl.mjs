#!/usr/bin/env node
// Stands in the checkout so that npm can link it before anything is built; builds what is stale and hands over.
import { existsSync } from 'node:fs';

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));

const builder = new URL('../../../scripts/build.mjs', import.meta.url);
const program = new URL('../dist/doorctl.js', import.meta.url);
if (await isBuilt()) {
  const { main } = await import(program.href);
  process.exitCode = await main(process.argv);
} else {
  console.error('doorctl: the sources do not build; see above');
  process.exitCode = 1;
}

/** An installation without the tools to build brings what is built. */
async function isBuilt() {
  if (!existsSync(builder)) return existsSync(program);
  let build;
  try {
    ({ build } = await import(builder.href));
  } catch (error) {
    if (existsSync(program)) return true;
    throw error;
  }
  return build();
}
