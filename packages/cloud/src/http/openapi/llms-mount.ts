import type { Context } from '../../context.js';
import type { Api } from '../api.js';
import { BASE_PATH } from '../api.js';
import { send } from '../envelope.js';
import type { Mount } from '../mount.js';
import { requestIdOf } from '../request/context.js';
import { DOCS_PATH } from './docs.rules.js';
import { openApiDocument } from './document.js';
import { LLMS_PATH, llmsText } from './llms.rules.js';

const PLACES = { json: `${BASE_PATH}/openapi.json`, page: DOCS_PATH, base: BASE_PATH };

/** Made once, when it is first read. */
export function llmsMount(context: Context, api: Api): Mount {
  let kept: Buffer | undefined;
  return {
    path: LLMS_PATH,
    handle(request, response, next) {
      if (request.url !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
      kept ??= Buffer.from(llmsText(openApiDocument(api, context.config.SERVICE_NAME), PLACES));
      send(request, response, requestIdOf(context, request), {
        status: 200,
        body: kept,
        headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
      });
    },
  };
}
