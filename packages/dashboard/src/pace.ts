import { after } from './clock.js';

export interface Pace {
  /** Runs it at once, or, if it ran within the time, when that is over: once, however often it is asked for. */
  ask(): void;
  stop(): void;
}

/** Runs something at most once in so many milliseconds. */
export function atMostEvery(milliseconds: number, run: () => void, later = after): Pace {
  let stop: (() => void) | null = null;
  let isAsked = false;
  const ask = () => {
    isAsked = stop !== null;
    if (isAsked) return;
    stop = later(milliseconds, () => {
      stop = null;
      if (isAsked) ask();
    });
    run();
  };
  return { ask, stop: () => stop?.() };
}
