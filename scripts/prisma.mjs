// Prisma's command line, for what needs no native engine: generate, validate, format.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { run } from './run.mjs';

const cli = createRequire(import.meta.url).resolve('prisma/build/index.js');

/** Resolves as `run` does. */
export function prisma(parameters, options = {}) {
  return run(process.execPath, [cli, ...parameters], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    ...options,
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // Any program can stand in for the engine: these commands look for it and never run it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? process.execPath,
    },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await prisma(process.argv.slice(2))).status ?? 1;
}
