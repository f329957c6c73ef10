#!/usr/bin/env node
// Stands in the checkout so that npm can link it before anything is built; builds what is stale and hands over.
import { existsSync } from 'node:fs';

// The reader of the output may close it early, as `head` does.
process.stdout.on('error', ({ code }) => process.exit(code === 'EPIPE' ? 0 : 1));

const builder = new URL('../../../scripts/build.mjs', import.meta.url);
if (!existsSync(builder) || (await (await import(builder.href)).build())) {
  const { main } = await import('../dist/check/cli.js');
  process.exitCode = await main(process.argv, {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    environment: process.env,
  });
} else {
  console.error('doors-testkit: the sources do not build; see above');
  process.exitCode = 1;
}
