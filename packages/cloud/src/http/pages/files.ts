import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { contentType } from './files.rules.js';

/** What `npm run build` puts into packages/dashboard/dist. */
const BUILT = fileURLToPath(new URL('../../../../dashboard/dist', import.meta.url));
const NOT_BUILT = 'The pages are not built yet: npm run build.\n';

interface Served {
  bytes: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  etag: string;
}

export type Pages = (request: IncomingMessage, response: ServerResponse, path: string) => boolean;

/** A set of built pages, and which addresses are theirs. */
export interface PageSet {
  /** Below what is built. */
  folder: string;
  isPage(path: string): boolean;
  /** The file of the build that an address means; null for none. */
  assetName(path: string): string | null;
  /** Its pages also say of every other address, to a browser, that nothing is there. */
  tellsLost?: boolean;
}

/** A person's browser that goes somewhere, not a program. */
const wantsPage = (request: IncomingMessage): boolean => /\btext\/html\b/.test(request.headers.accept ?? '');

/** Serves built pages: false for an address that is none of theirs. Each file is read and compressed once. */
export function createPages(
  headers: Readonly<Record<string, string>>,
  { folder: within, isPage, assetName, tellsLost = false }: PageSet,
): Pages {
  const folder = path.join(BUILT, within);
  const kept = new Map<string, Promise<Served | null>>();

  function load(name: string): Promise<Served | null> {
    let file = kept.get(name);
    if (!file) {
      file = serve(path.join(folder, name));
      kept.set(name, file);
      // A build that comes later is found.
      file.then((found) => found ?? kept.delete(name)).catch(() => kept.delete(name));
    }
    return file;
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    name: string,
    status: number,
  ): Promise<void> {
    const file = await load(name);
    if (!file) {
      response.writeHead(name === 'index.html' ? 503 : 404, { ...headers, 'Content-Type': 'text/plain' });
      response.end(name === 'index.html' ? NOT_BUILT : 'Not found\n');
      return;
    }
    const told = {
      ...headers,
      'Content-Type': contentType(name),
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: file.etag,
      Vary: 'Accept-Encoding',
    };
    if (status === 200 && request.headers['if-none-match'] === file.etag) {
      response.writeHead(304, told).end();
      return;
    }
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
    const bytes = encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : file.bytes;
    response.writeHead(status, {
      ...told,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
      'Content-Length': bytes.length,
    });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  return (request, response, address) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const asset = assetName(address);
    const isKnown = asset !== null || isPage(address);
    if (!isKnown && !(tellsLost && wantsPage(request))) return false;
    answer(request, response, asset ?? 'index.html', isKnown ? 200 : 404).catch(() => response.destroy());
    return true;
  };
}

async function serve(file: string): Promise<Served | null> {
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) return null;
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(bytes), promisify(gzip)(bytes)]);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  return { bytes, brotli, gzip: gzipped, etag };
}
