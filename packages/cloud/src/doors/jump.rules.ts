import { type IncomingRecord, MAX_SEQ_JUMP } from '@door-access/protocol';

/** Why a message is rejected: a single number that is too high would use up the numbers of the whole journal. */
export function jumpIn(records: readonly IncomingRecord[], last: number): string | null {
  let had = last;
  for (const { seq } of records) {
    if (seq > had + MAX_SEQ_JUMP)
      return `seq ${seq} is more than ${MAX_SEQ_JUMP} above ${had}, the last one received`;
    had = Math.max(had, seq);
  }
  return null;
}
