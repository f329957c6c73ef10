import type { Context } from '../context.js';
import { ApiError } from '../errors.js';
import { feedOf, type Handed, type Reader } from './feed.js';
import { type Page, type Reading, readPage } from './page.js';
import type { Position } from './position.js';

/** The next changes; with nothing new, those that come within so many milliseconds. */
export async function readOrWait(
  context: Context,
  reading: Reading & Pick<Reader, 'caller'>,
  after: Position,
  { limit, waitMs, signal }: { limit: number; waitMs: number; signal: AbortSignal },
): Promise<Page> {
  const feed = feedOf(context);
  for (let from = after; ; ) {
    const page = await readPage(context, reading, from, await feed.horizons.now(), limit);
    if (page.data.length > 0 || page.hasMore || waitMs === 0) return page;
    from = page.next;
    const over = new AbortController();
    const reader = { ...reading, position: from };
    const came = new Promise<Page | null>((resolve, reject) => {
      const waiting: Reader = Object.assign(reader, {
        take: (changes: readonly Handed[]) => resolve(pageOf(changes, limit, waiting.position)),
        end: (reason: 'key' | 'stop') =>
          reason === 'key' ? reject(new ApiError('unauthenticated')) : resolve(null),
      });
      if (!feed.join(waiting)) return reject(BEHIND);
      const leave = () => {
        feed.leave(waiting);
        resolve(null);
      };
      const both = AbortSignal.any([signal, over.signal]);
      both.addEventListener('abort', leave, { once: true });
      context.clock.sleep(waitMs, both).then(leave, () => {});
    });
    try {
      return (await came) ?? { data: [], next: reader.position, hasMore: false };
    } catch (error) {
      if (error !== BEHIND) throw error;
    } finally {
      over.abort();
    }
  }
}

/** Something came while the page was read. */
const BEHIND = new Error('read on');

function pageOf(changes: readonly Handed[], limit: number, end: Position): Page {
  const shown = changes.slice(0, limit);
  const hasMore = changes.length > limit;
  return {
    data: shown.map(({ cursor, change }) => ({ cursor, ...change })),
    next: hasMore ? (shown.at(-1) as Handed).position : end,
    hasMore,
  };
}
