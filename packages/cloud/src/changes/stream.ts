import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context } from '../context.js';
import { type ChangeFeed, feedOf, type Handed, type Reader } from './feed.js';
import { type Reading, readPage } from './page.js';
import type { Position } from './position.js';

/* Server-sent events: pages up to the end, and what comes behind them as it comes. */

const AT_ONCE = 500;
/** A reader that has so much before it and does not take it is cut; it comes back with its last cursor. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const ALIVE = ': alive\n\n';

const messageOf = (cursor: string, type: string, rest: string): string =>
  `id: ${cursor}\nevent: ${type}\ndata: {"cursor":"${cursor}",${rest}\n\n`;

export class Stream implements Reader {
  readonly caller: Reader['caller'];
  readonly types: Reader['types'];
  position: Position;
  readonly #response: ServerResponse;

  constructor(
    { caller, types }: Reading & Pick<Reader, 'caller'>,
    position: Position,
    response: ServerResponse,
  ) {
    this.caller = caller;
    this.types = types;
    this.position = position;
    this.#response = response;
  }

  /** Goes on from the position until the caller hangs up. */
  async run(context: Context, request: IncomingMessage): Promise<void> {
    const response = this.#response;
    const feed = feedOf(context);
    let page = await this.#page(context, feed);
    request.socket.setNoDelay(true);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      // A proxy that gathers would hold back what is new.
      'X-Accel-Buffering': 'no',
    });
    response.write(ALIVE);
    for (;;) {
      for (const { cursor, ...change } of page.data)
        response.write(messageOf(cursor, change.type, JSON.stringify(change).slice(1)));
      this.position = page.next;
      if (response.writableNeedDrain) await drained(response);
      if (response.destroyed) return;
      if (!page.hasMore && feed.join(this)) break;
      page = await this.#page(context, feed);
    }
    response.once('close', () => feed.leave(this));
  }

  take(changes: readonly Handed[]): void {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) {
      this.#response.destroy();
      return;
    }
    let text = '';
    for (const { cursor, change, rest } of changes) text += messageOf(cursor, change.type, rest);
    this.#response.write(text);
  }

  beat(): void {
    this.#response.write(ALIVE);
  }

  end(): void {
    // A reader that takes nothing would keep its connection open.
    if (this.#response.writableLength > 0) this.#response.destroy();
    else this.#response.end();
  }

  async #page(context: Context, feed: ChangeFeed) {
    return readPage(context, this, this.position, await feed.horizons.now(), AT_ONCE);
  }
}

/** What takes too long is ended by the server's own watch over readers that stall. */
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
