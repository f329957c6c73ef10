import { describe, expect, it, jest } from '@jest/globals';
import { atMostEvery } from '../src/pace.js';

/** Time that the test moves. */
function clock() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  return {
    later(milliseconds: number, run: () => void) {
      const one = { at: now + milliseconds, run };
      waiting.push(one);
      return () => {
        waiting = waiting.filter((other) => other !== one);
      };
    },
    advance(milliseconds: number) {
      const end = now + milliseconds;
      for (;;) {
        const [next] = waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        waiting = waiting.filter((other) => other !== next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

describe('what runs at most once a second', () => {
  it('runs at once, and once more for all that was asked meanwhile', () => {
    const { later, advance } = clock();
    const run = jest.fn();
    const pace = atMostEvery(1_000, run, later);
    for (let asked = 0; asked < 100; asked++) pace.ask();
    expect(run).toHaveBeenCalledTimes(1);
    advance(1_000);
    expect(run).toHaveBeenCalledTimes(2);
    advance(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    pace.ask();
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('runs once a second where it is asked all the time', () => {
    const { later, advance } = clock();
    const run = jest.fn();
    const pace = atMostEvery(1_000, run, later);
    for (let at = 0; at < 10_000; at += 10) {
      pace.ask();
      advance(10);
    }
    expect(run).toHaveBeenCalledTimes(11);
  });

  it('runs no more once it is stopped, and may ask for itself again', () => {
    const { later, advance } = clock();
    const run = jest.fn(() => pace.ask());
    const pace = atMostEvery(1_000, run, later);
    pace.ask();
    advance(3_500);
    expect(run).toHaveBeenCalledTimes(4);
    pace.stop();
    advance(10_000);
    expect(run).toHaveBeenCalledTimes(4);
  });
});
