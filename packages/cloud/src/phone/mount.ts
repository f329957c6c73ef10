import type { Context } from '../context.js';
import { type LimiterFactory, memoryLimiters } from '../http/limits/rate-limit.js';
import type { Mount } from '../http/mount.js';
import { builtPages, createPages, type PageSet } from '../http/pages/files.js';
import { pageHeaders } from '../http/pages/files.rules.js';
import { createPipeline } from '../http/pipeline.js';
import { splitTarget } from '../http/request/target.rules.js';
import { PHONE_API_PATH, phoneAudience } from './audience.js';
import { isHttps } from './cookie.js';
import { phoneEndpoints } from './endpoints.js';
import { MANIFEST_PATH, PHONE_PATH, phoneManifest } from './manifest.rules.js';

export interface PhoneMount extends Mount {
  stop(): void;
}

/** Its one page, whatever it finds there; and its files, of which the service worker and the icons have fixed names. */
const PAGES: PageSet = {
  read: builtPages('phone'),
  isPage: (path) => path === `${PHONE_PATH}/`,
  assetName: (path) =>
    /^\/phone\/(assets\/[A-Za-z0-9_.-]+|sw\.js|icon[a-z0-9-]*\.(?:png|svg))$/.exec(path)?.[1] ?? null,
};

/** The phone key: a page to be kept on the home screen, and the routes by which it opens doors. */
export function phoneMount(
  context: Context,
  {
    limiters = memoryLimiters(context.clock),
    ...options
  }: { limiters?: LimiterFactory; checkAnswers?: boolean } = {},
): PhoneMount {
  const stopping = new AbortController();
  const audience = phoneAudience(context, phoneEndpoints, limiters);
  const pipeline = createPipeline(context, audience, { ...options, signal: stopping.signal });
  const headers = pageHeaders(isHttps(context), { 'manifest-src': "'self'", 'worker-src': "'self'" });
  const pages = createPages(headers, PAGES);
  return {
    path: '/',
    handle(request, response, next) {
      const target = splitTarget(request.url ?? '/');
      if (target.path.startsWith(`${PHONE_API_PATH}/`)) pipeline(request, response, target);
      else if (target.path === PHONE_PATH) response.writeHead(308, { Location: `${PHONE_PATH}/` }).end();
      else if (target.path === MANIFEST_PATH) {
        response
          .set(headers)
          .set('Cache-Control', 'no-cache')
          .vary('Accept-Language')
          .type('application/manifest+json')
          .send(phoneManifest(context.config.SERVICE_NAME, request.headers['accept-language']));
      } else if (!pages(request, response, target.path)) next();
    },
    stop: () => stopping.abort(),
  };
}
