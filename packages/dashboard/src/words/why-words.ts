import { explain } from '@door-access/protocol/explanation';
import { hardwareSaid } from '@door-access/protocol/explanation/hardware';
import { wording } from '../language/text.js';
import type { DoorEvent } from '../types.js';

/**
 * Why an opening was judged as it was, in one sentence and what is to be known beside it.
 * @param time as the page shows moments
 */
export const whyWords = (why: NonNullable<DoorEvent['why']>, time: (at: string) => string): string =>
  explain(wording(), why, time);

/** What a gateway said of its hardware, in the language of the pages where its words are known. */
export const hardwareWords = (error: string): string => hardwareSaid(wording().hardware, error);
