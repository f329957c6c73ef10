import { type IncomingRecord, MAX_SEQ_JUMP } from '@door-access/protocol';

/** Why no record of a message counts: one number too high would use up those of the whole journal. */
export function jumpIn(records: readonly IncomingRecord[], last: number): string | null {
  let had = last;
  for (const { seq } of records) {
    if (seq > had + MAX_SEQ_JUMP)
      return `seq ${seq} is more than ${MAX_SEQ_JUMP} above ${had}, the last one had`;
    had = Math.max(had, seq);
  }
  return null;
}
