import type { DoorAccessClient, Schemas } from './client.js';
import { sleepFor } from './clock.js';
import { DoorAccessError, take } from './errors.js';

export type Change = Schemas['Change'];

export interface ChangesOptions {
  /** A cursor of a change that was handled, or `now`; without it from the oldest change that is kept. */
  after?: string;
  /** Names of events; without it all that the API key may read. */
  types?: readonly string[];
  /** Ends the iteration. */
  signal?: AbortSignal;
  /** Ends the iteration at the newest change, in place of waiting for the next. */
  untilLatest?: boolean;
  /** The service does not answer; the iteration goes on by itself. */
  onRetry?: (error: Error) => void;
  /** For tests. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Page = { data: Change[]; next_cursor: string; has_more: boolean };

const WAIT_S = 30;
const LIMIT = 500;
/** After the attempts of the client itself. */
const RETRY_AFTER_MS = 10_000;

/**
 * What happens, in the sequence in which it is recorded: each change once, none missed, whatever breaks in between.
 * Keep the `cursor` of the last change that was handled, and begin `after` it the next time.
 * It waits for the next one by the clock of the service: at a site for tests, move that meanwhile.
 * @throws DoorAccessError `cursor_expired`: changes behind the cursor are no longer kept; `fields.oldest_cursor` goes on
 * with the oldest that are. Other refusals, such as `unauthenticated`, end the iteration too.
 */
export async function* changes(
  client: DoorAccessClient,
  options: ChangesOptions = {},
): AsyncGenerator<Change, void, undefined> {
  const {
    types,
    signal = new AbortController().signal,
    untilLatest = false,
    onRetry,
    sleep = sleepFor,
  } = options;
  let { after } = options;
  while (!signal.aborted) {
    const query = {
      limit: LIMIT,
      // Where "now" was is known with its first answer: what happens while the next one fails is not missed.
      wait: untilLatest || after === 'now' ? 0 : WAIT_S,
      ...(after === undefined ? {} : { after }),
      ...(types === undefined ? {} : { types: types.join(',') }),
    };
    let page: Page;
    try {
      // Asked for as JSON, not as a stream of events, which would be text.
      page = (await take(client.GET('/changes', { params: { query }, signal }))) as Page;
    } catch (error) {
      if (signal.aborted) return;
      if (isFinal(error)) throw error;
      onRetry?.(error as Error);
      await sleep(RETRY_AFTER_MS, signal).catch(() => {});
      continue;
    }
    for (const change of page.data) {
      if (signal.aborted) return;
      yield change;
    }
    after = page.next_cursor;
    if (untilLatest && !page.has_more) return;
  }
}

/** The same request would be refused again. */
const isFinal = (error: unknown): boolean =>
  error instanceof DoorAccessError && error.status < 500 && error.status !== 429;
