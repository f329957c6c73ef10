import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Context } from '../../context.js';
import type { EndpointAnswer, PageEndpoint, SignedIn } from '../endpoint.js';
import { builtModule, builtPages } from './files.js';
import { pageHeaders } from './files.rules.js';
import { acceptedTags, type Drawn, filled } from './first-page.rules.js';

/*
 * The first page as the service draws it: people see their doors with the first answer, before the code of the pages has
 * come. Whatever stands in the way, they get the page that draws itself.
 */

/** What the page's code would ask for first. */
const ASKED = ['/session', '/locations', '/overview', '/attention', '/emergencies-in-force'];
/** To draw more holds up all else that this process does. */
const MAX_DOORS = 2_000;
const WITHIN_MS = 1_000;
/** Each takes some megabytes for good. */
const MAX_LOCALES = 16;

/** `packages/dashboard/src/drawn.tsx` */
interface Drawing {
  language: string;
  locale: string;
  localeFor(tags: readonly string[]): string;
  draw(answers: object, at: number): Omit<Drawn, 'language' | 'locale'>;
}

type Handler = (given: object) => Promise<EndpointAnswer>;

interface FirstPage {
  isHttps: boolean;
  policy: Readonly<Record<string, string>>;
  endpoints: readonly PageEndpoint[];
  /** Who asks; null for no one who is signed in. @throws where they may not ask now */
  identify(request: IncomingMessage): Promise<SignedIn | null>;
}

/** Answers with the page and what it shows; resolves to false where it does not. */
export function createFirstPage(
  context: Context,
  { isHttps, policy, endpoints, identify }: FirstPage,
): (request: Request, response: Response) => Promise<boolean> {
  const asked = ASKED.flatMap((at) => endpoints.filter((one) => one.method === 'GET' && one.path === at));
  const drawingFor = drawings();
  const read = builtPages('dashboard');

  async function answersFor(request: Request): Promise<Record<string, unknown> | null> {
    const user = await identify(request);
    if (!user) return null;
    const bodies = await Promise.all(
      asked.map(async (endpoint) => {
        const { body } = await (endpoint.handler as Handler)({
          context,
          user,
          params: {},
          query: {},
          request,
        });
        // As the page would read it: times are text.
        return [endpoint.path, JSON.parse(JSON.stringify(body))] as const;
      }),
    );
    return Object.fromEntries(bodies);
  }

  async function pageFor(request: Request): Promise<ReturnType<typeof filled> | null> {
    const answers = await answersFor(request);
    const doors = (answers?.['/overview'] as { locks: unknown[] } | undefined)?.locks.length ?? 0;
    if (!answers || doors > MAX_DOORS) return null;
    const drawing = await drawingFor(acceptedTags(request.headers['accept-language']));
    if (!drawing) return null;
    const at = context.clock.now();
    const template = await read('index.html');
    const { language, locale } = drawing;
    const drawn = { language, locale, ...drawing.draw(answers, at) };
    return filled(template.toString(), drawn, { at, answers });
  }

  return async (request, response) => {
    const late = new AbortController();
    const made = await Promise.race([
      pageFor(request).catch((error: Error) => {
        context.log.warn({ reason: error.message }, 'the first page is not drawn');
        return null;
      }),
      context.clock.sleep(WITHIN_MS, late.signal).then(
        () => null,
        () => null,
      ),
    ]);
    late.abort();
    if (!made || response.headersSent) return response.headersSent;
    const isBrotli = request.acceptsEncodings('br') !== false;
    if (isBrotli || request.acceptsEncodings('gzip') !== false)
      response.set('Content-Encoding', isBrotli ? 'br' : 'gzip');
    const body = Buffer.from(made.page);
    response
      .set(pageHeaders(isHttps, { ...policy, 'style-src': made.styleSources }))
      .set('Cache-Control', 'no-store')
      .vary('Accept-Encoding')
      .type('html')
      .send(response.get('Content-Encoding') ? await compressed(body, isBrotli) : body);
    return true;
  };
}

/** Made anew for each caller, who waits for it. */
const BROTLI_QUALITY = 4;

const compressed = (body: Buffer, isBrotli: boolean): Promise<Buffer> =>
  isBrotli
    ? promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
    : promisify(gzip)(body);

/** What the dashboard's build draws with, an instance for each locale; null before it is built, and for too many. */
function drawings(): (tags: readonly string[]) => Promise<Drawing | null> {
  const made = new Map<string, Promise<Drawing | null>>();
  const load = (locale: string): Promise<Drawing | null> => {
    const known = made.get(locale);
    if (known || made.size >= MAX_LOCALES) return known ?? Promise.resolve(null);
    const loading: Promise<Drawing | null> = import(
      `${builtModule('dashboard', 'service/drawn.js')}?${locale}`
    );
    made.set(locale, loading);
    // A build that is made later is found.
    loading.catch(() => made.delete(locale));
    return loading;
  };
  return async (tags) => {
    const any = await load('en-GB');
    return any && load(any.localeFor(tags));
  };
}
