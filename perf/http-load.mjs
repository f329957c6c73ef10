// Callers of one path, many at a time, over kept connections.
import { Pool } from 'undici';
import { serve } from './lib/worker.mjs';

serve({
  /** Asks, or posts the body given, for `seconds` with so many requests under way; resolves with the requests a second. */
  async ask({ url, tokens, inFlight, seconds, body }) {
    const { origin, pathname, search } = new URL(url);
    const pool = new Pool(origin, { connections: inFlight, pipelining: 1 });
    const began = performance.now();
    const end = began + seconds * 1000;
    let count = 0;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (performance.now() < end) {
          const headers = { authorization: `Bearer ${tokens[count++ % tokens.length]}` };
          if (body !== undefined) headers['content-type'] = 'application/json';
          const method = body === undefined ? 'GET' : 'POST';
          const answer = await pool.request({ method, path: `${pathname}${search}`, headers, body });
          const text = await answer.body.text();
          if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${text}`);
        }
      }),
    );
    const rate = (count / (performance.now() - began)) * 1000;
    await pool.close();
    return rate;
  },
});
