import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const PACKAGES = new URL('../../../packages/', import.meta.url);
const GLOBALS = new URL('./globals.mjs', import.meta.url).href;

/** Tests run on the sources of the packages, not on what was built. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  const own = /^@door-access\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own) return source(new URL(`${own[1]}/src/${own[2] ?? 'index'}.ts`, PACKAGES).href);
  if (
    /^\.{1,2}\//.test(specifier) &&
    specifier.endsWith('.js') &&
    /\.ts(\?|$)/.test(context.parentURL ?? '')
  ) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    // Helpers of tests register hooks when they are loaded, so each test file has its own.
    if (url.pathname.includes('/test/')) url.search = new URL(context.parentURL).search;
    return source(url.href);
  }
  return next(specifier, context);
}

const source = (url) => ({ url, format: 'module', shortCircuit: true });

export function load(url, context, next) {
  const path = url.split('?')[0];
  if (!path.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(path);
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
