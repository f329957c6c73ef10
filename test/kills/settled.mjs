// The end of a run: what has to come to rest, and what callers may have been answered.
import { PAST_END } from './callers.mjs';
import { until } from './place.mjs';

/** A bound for a busy machine; a quiet one takes 20 s. */
export const SETTLED_WITHIN_MS = 180_000;

/** Journals empty, commands ended, deliveries made; returns how long it took. */
export function settle(database, gateways) {
  return until(
    async () => {
      if (!gateways.every(({ status }) => status?.link === 'online' && status.depth === 0 && !status.moving))
        return false;
      const { rows } = await database.query(
        `select (select count(*) from command where status not in ('confirmed', 'failed') or due_at is not null)
              + (select count(*) from delivery where next_attempt_at is not null) as open`,
      );
      return Number(rows[0].open) === 0;
    },
    SETTLED_WITHIN_MS,
    250,
  );
}

/** While the database or the gateway is away, these are the answers; never that a good key or a known lock is unknown. */
export function strangeAnswers({ answers }) {
  const known =
    /^(20[0-2] |409 lock_offline|50[0-4] |502 publish_failed|ECONNREFUSED|ECONNRESET|UND_ERR_|TimeoutError)/;
  return [...answers]
    .filter(([what]) => what !== PAST_END && !known.test(what))
    .map(([what, count]) => `${what}: ${count} times`);
}
