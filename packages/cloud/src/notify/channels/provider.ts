import type { Clock } from '@door-access/protocol';
import type { SendResult } from '../ladder.rules.js';
import type { Post } from '../notice.types.js';
import type { NoticeContent, Rendered } from '../templates.rules.js';

/** One message on its way out. */
export interface Outgoing {
  /** The same for every attempt, so that a receiver can detect a repeat. */
  id: string;
  to: string;
  /** Whose name the message bears. */
  organisation: string;
  rendered: Rendered;
  content: NoticeContent;
}

/** Where it is posted, of a notice that goes to a URL. */
export const postOf = ({ content }: Outgoing): Post | undefined =>
  'post' in content.data ? content.data.post : undefined;

/** The row of the browser that it goes to, where it goes to one. */
export const browserOf = ({ content }: Outgoing): string | undefined =>
  'browser' in content.data ? content.data.browser : undefined;

export interface Provider {
  /** One try; whatever goes wrong with it is in the result. `signal` gives it up. */
  send(message: Outgoing, signal: AbortSignal): Promise<SendResult>;
  close(): Promise<void>;
}

/** Runs one try; past the deadline its signal aborts, and the result no longer waits for it. */
export async function withDeadline(
  clock: Clock,
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<SendResult>,
): Promise<SendResult> {
  const controller = new AbortController();
  const done = new AbortController();
  const giveUp = new Promise<SendResult>((resolve) => {
    const end = (error: string) => {
      controller.abort();
      resolve({ ok: false, error, final: false });
    };
    clock.sleep(milliseconds, done.signal).then(
      () => end(`no answer within ${milliseconds / 1000} seconds`),
      () => {},
    );
    const onAbort = () => end('given up as the service stopped');
    if (outer.aborted) onAbort();
    else outer.addEventListener('abort', onAbort, { once: true, signal: done.signal });
  });
  try {
    return await Promise.race([work(controller.signal), giveUp]);
  } finally {
    done.abort();
  }
}
