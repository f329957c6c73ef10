// The tests' self-signed certificate: their module, without its types.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const SOURCE = fileURLToPath(new URL('../../test/setup/certificate.ts', import.meta.url));

export async function selfSigned(name) {
  const { code } = transformSync(readFileSync(SOURCE, 'utf8'), {
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.selfSigned(name);
}
