import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Context } from '../../context.js';
import { BASE_PATH } from '../api.js';
import type { Mount } from '../mount.js';
import { createPages } from '../pages/files.js';
import { pageHeaders } from '../pages/files.rules.js';
import { splitTarget } from '../request/target.rules.js';
import { DOCS_PATH, DOCS_POLICY, docsFiles, SWAGGER_UI_FILES } from './docs.rules.js';

const SWAGGER_UI = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** The description as a page, from which requests can be tried. */
export function docsMount({ config }: Pick<Context, 'config'>): Mount {
  const own = docsFiles(`${BASE_PATH}/openapi.json`);
  const names = new Set([...SWAGGER_UI_FILES, 'look.css', 'start.js'].map((name) => `/${name}`));
  const isHttps = config.PUBLIC_URL?.startsWith('https:') ?? false;
  const pages = createPages(pageHeaders(isHttps, DOCS_POLICY), {
    read: async (name) =>
      own[name] === undefined ? readFile(path.join(SWAGGER_UI, name)) : Buffer.from(own[name]),
    isPage: (address) => address === '/',
    assetName: (address) => (names.has(address) ? address.slice(1) : null),
  });
  return {
    path: DOCS_PATH,
    handle(request, response, next) {
      if (!pages(request, response, splitTarget(request.url).path)) next();
    },
  };
}
