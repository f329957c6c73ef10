import type { Api } from '../api.js';
import type { Mount } from '../mount.js';
import { type ApiDocument, DOCS_HEADERS, renderDocs } from './docs.rules.js';
import { openApiDocument } from './document.js';

export const DOCS_PATH = '/docs';

/** The description as a page, made on its first reading. */
export function docsMount(api: Api, service: string): Mount {
  let page: Buffer | undefined;
  return {
    path: DOCS_PATH,
    handle(request, response, next) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      // What lies below it is not found.
      if (!/^\/?(\?|$)/.test(request.url ?? '')) return next();
      page ??= Buffer.from(renderDocs(openApiDocument(api, service) as unknown as ApiDocument));
      response.writeHead(200, { ...DOCS_HEADERS, 'Content-Length': page.length });
      response.end(request.method === 'HEAD' ? undefined : page);
    },
  };
}
