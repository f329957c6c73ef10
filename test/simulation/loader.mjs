// Runs the sources as they are: TypeScript is compiled at load time, so that the simulation needs no build and the
// mutation proof can change a line of the product without a trace of it in the product.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';

const ROOT = new URL('../../', import.meta.url);
let mutations = [];

export function initialize(data) {
  mutations = data?.mutations ?? [];
}

export async function resolve(specifier, context, next) {
  const own = /^@door-access\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own) {
    const url = new URL(`packages/${own[1]}/src/${own[2] ?? 'index'}.ts`, ROOT);
    return { url: url.href, shortCircuit: true };
  }
  if (specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL) {
    const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const source = mutated(file, readFileSync(file, 'utf8'));
  const { code } = transformSync(source, {
    filename: file,
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}

function mutated(file, source) {
  let result = source;
  for (const { file: name, find, put } of mutations) {
    if (pathToFileURL(file).href !== new URL(name, ROOT).href) continue;
    if (!result.includes(find))
      throw new Error(`mutation: ${name} no longer contains ${JSON.stringify(find)}`);
    result = result.replace(find, put);
  }
  return result;
}
