import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';

/*
 * Express negotiates, validates and writes; the files are kept in memory, compressed once. express.static opens a file for
 * each request and holds it open as long as the caller reads, so slow callers could use up the files of the process; it
 * does not compress; and its ETag is a time and a size, which two builds of index.html can share.
 */

const NOT_BUILT = 'The pages are not built yet: npm run build.\n';
/** By preference. */
const ENCODINGS = ['br', 'gzip'] as const;
/** The highest, 11, takes twelve times as long for a tenth less, and the first caller waits for it. */
const BROTLI_QUALITY = 9;

const PACKAGES = fileURLToPath(new URL('../../../..', import.meta.url));

/** Reads the pages that `npm run build` makes of one package. */
export const builtPages =
  (name: 'dashboard' | 'phone') =>
  (file: string): Promise<Buffer> =>
    readFile(path.join(PACKAGES, name, 'dist', file));

/** What the service itself imports of such a build. */
export const builtModule = (name: 'dashboard', file: string): URL =>
  pathToFileURL(path.join(PACKAGES, name, 'dist', file));

interface Kept {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

export type Pages = (request: Request, response: Response, path: string) => boolean;

/** A set of pages, and which addresses are theirs. */
export interface PageSet {
  /** Rejects for a file that is not there. */
  read(name: string): Promise<Buffer>;
  isPage(path: string): boolean;
  /** The file that an address means; null for none. */
  assetName(path: string): string | null;
  /** For browsers, its 404 page also answers every other address. */
  hasNotFoundPage?: boolean;
}

/** A person's browser that goes somewhere, not a program. */
const wantsPage = (request: Request): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

/** Serves pages: false for an address that is none of theirs. */
export function createPages(
  headers: Readonly<Record<string, string>>,
  { read, isPage, assetName, hasNotFoundPage = false }: PageSet,
): Pages {
  const kept = new Map<string, Promise<Kept | null>>();

  function load(name: string): Promise<Kept | null> {
    let file = kept.get(name);
    if (!file) {
      file = read(name).then(keep, () => null);
      kept.set(name, file);
      // A build that is made later is found.
      file.then((found) => found ?? kept.delete(name)).catch(() => kept.delete(name));
    }
    return file;
  }

  async function answer(request: Request, response: Response, name: string, status: number): Promise<void> {
    const file = await load(name);
    response.set(headers);
    if (!file) {
      const isIndex = name === 'index.html';
      response
        .status(isIndex ? 503 : 404)
        .type('text')
        .send(isIndex ? NOT_BUILT : 'Not found\n');
      return;
    }
    const encoding = ENCODINGS.find((each) => request.acceptsEncodings(each) !== false);
    if (encoding) response.set('Content-Encoding', encoding);
    response
      .status(status)
      .set('Cache-Control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      .set('ETag', file.etag)
      .vary('Accept-Encoding')
      .type(path.extname(name))
      .send(file[encoding ?? 'plain']);
  }

  return (request, response, address) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const asset = assetName(address);
    const isKnown = asset !== null || isPage(address);
    if (!isKnown && !(hasNotFoundPage && wantsPage(request))) return false;
    answer(request, response, asset ?? 'index.html', isKnown ? 200 : 404).catch(() => response.destroy());
    return true;
  };
}

async function keep(plain: Buffer): Promise<Kept> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params }),
    promisify(gzip)(plain),
  ]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { etag, plain, br, gzip: gzipped };
}
