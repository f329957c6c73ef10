// A link that can be made bad: every byte between two ends passes here, as it came, late, in small pieces, or not at all.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const PIECE_BYTES = 3;
/** Of what lies here: a stalled link holds the sender back, as a full window does. */
const HELD_BYTES = 64 * 1024;

export class Link {
  /** `good`, `late` (by a quarter of a second each way), `sliced`, or `stalled`. */
  state = 'good';
  port = 0;
  #sockets = new Set();
  #server;
  #waiting = [];

  static async to(port, host = '127.0.0.1') {
    const link = new Link();
    link.#server = createServer({ noDelay: true }, (near) => {
      const far = connect({ port, host, noDelay: true });
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        link.#sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          link.#sockets.delete(from);
          to.destroy();
        });
        void link.#carry(from, to);
      }
    }).listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    link.port = link.#server.address().port;
    return link;
  }

  /** From now on; what waits at a stalled link goes on. */
  set(state) {
    this.state = state;
    if (state !== 'stalled') for (const goOn of this.#waiting.splice(0)) goOn();
  }

  /** The connections that are open end, as when a router forgets them. */
  cut() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  close() {
    this.set('good');
    this.cut();
    this.#server.close();
  }

  async #carry(from, to) {
    try {
      for await (const chunk of from) {
        if (this.state === 'late') await sleep(250);
        const size = this.state === 'sliced' ? PIECE_BYTES : HELD_BYTES;
        for (let at = 0; at < chunk.length; at += size) {
          if (this.state === 'stalled') await new Promise((resolve) => this.#waiting.push(resolve));
          if (!to.write(chunk.subarray(at, at + size)))
            await Promise.race([once(to, 'drain'), once(to, 'close')]);
          // Its own packet, as nothing is gathered here.
          if (this.state === 'sliced') await new Promise((resolve) => setImmediate(resolve));
        }
      }
      to.end();
    } catch {
      to.destroy();
    }
  }
}
