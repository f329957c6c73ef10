import type { Clock } from '@door-access/protocol';

/** When groups may begin: the first at once, and the next one so long after it. What comes meanwhile goes together. */
export interface Rhythm {
  isDue(): boolean;
  /** A group has begun. */
  begun(): void;
  /** Calls once the next one may begin; however often it is asked for, once. */
  whenDue(then: () => void): void;
}

/** @param stopping ends what waits */
export function createRhythm(clock: Clock, paceMs: number, stopping?: AbortSignal): Rhythm {
  let beginsAt = Number.NEGATIVE_INFINITY;
  let isResting = false;
  return {
    isDue: () => beginsAt <= clock.monotonic(),
    begun() {
      beginsAt = clock.monotonic() + paceMs;
    },
    whenDue(then) {
      if (isResting) return;
      isResting = true;
      clock.sleep(beginsAt - clock.monotonic(), stopping).then(
        () => {
          isResting = false;
          then();
        },
        () => {},
      );
    },
  };
}
