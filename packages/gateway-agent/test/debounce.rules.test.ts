import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { frozen } from '../../../test/frozen.js';
import {
  type Debounce,
  type DebounceInput,
  debounceDue,
  decideDebounce,
  type Edge,
  LONGEST_CHATTER_WINDOWS,
  settledAt,
} from '../src/debounce.rules.js';

const WINDOW = 50;
type Raw = [at: number, level: boolean];

/** Runs transitions through, with a timer that is never late, or only ever when the next transition comes. */
function run(raw: Raw[], { timely, window = WINDOW }: { timely: boolean; window?: number }): Edge[] {
  let state: Debounce = settledAt(false);
  const edges: Edge[] = [];
  const take = (input: DebounceInput) => {
    const decision = frozen(decideDebounce)(state, input, { window });
    state = decision.state;
    edges.push(...decision.effects);
  };
  const settleUpTo = (time: number) => {
    for (
      let due = debounceDue(state, window);
      due !== null && due <= time;
      due = debounceDue(state, window)
    ) {
      take({ kind: 'settle', at: due });
    }
  };
  for (const [at, level] of raw) {
    if (timely) settleUpTo(at);
    take({ kind: 'transition', level, at });
  }
  settleUpTo(Number.POSITIVE_INFINITY);
  return edges;
}

test.each<[string, Raw[], Edge[]]>([
  ['a clean change is an edge at its own time', [[100, true]], [{ level: true, at: 100 }]],
  [
    'a bouncing change is one edge, stamped with its first transition',
    [
      [100, true],
      [103, false],
      [105, true],
      [110, false],
      [112, true],
    ],
    [{ level: true, at: 100 }],
  ],
  [
    'a bounce back to the old level leaves no edge',
    [
      [100, true],
      [104, false],
    ],
    [],
  ],
  [
    'a spike just before the window ends leaves no edge',
    [
      [100, true],
      [149, false],
    ],
    [],
  ],
  [
    'a change that lasts exactly a window is an edge',
    [
      [100, true],
      [150, false],
    ],
    [
      { level: true, at: 100 },
      { level: false, at: 150 },
    ],
  ],
  [
    'a change after a spike is stamped with its own first transition',
    [
      [100, true],
      [104, false],
      [200, true],
    ],
    [{ level: true, at: 200 }],
  ],
  [
    'open and closed again are two edges',
    [
      [100, true],
      [300, false],
    ],
    [
      { level: true, at: 100 },
      { level: false, at: 300 },
    ],
  ],
  [
    'a level reported twice is no change',
    [
      [100, true],
      [110, true],
      [170, true],
    ],
    [{ level: true, at: 100 }],
  ],
])('%s', (_name, raw, edges) => {
  expect(run(raw, { timely: true })).toEqual(edges);
});

test('an input that never rests is reported after twenty windows', () => {
  const chatter: Raw[] = Array.from({ length: 300 }, (_, index) => [100 + index * 7, index % 2 === 0]);
  const [first] = run(chatter, { timely: true });
  expect(first).toEqual({ level: true, at: 100 });
});

const rawEdges = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 120 }), fc.boolean()), { maxLength: 60 })
  .map((steps) => {
    let at = 0;
    return steps.map(([gap, level]): Raw => {
      at += gap;
      return [at, level];
    });
  });

test('a late timer changes nothing', () => {
  fc.assert(
    fc.property(rawEdges, (raw) => {
      expect(run(raw, { timely: false })).toEqual(run(raw, { timely: true }));
    }),
  );
});

test('edges alternate, rise in time, bear times of real transitions, and the last one is where the input rests', () => {
  fc.assert(
    fc.property(rawEdges, (raw) => {
      const edges = run(raw, { timely: true });
      const times = new Set(raw.map(([at]) => at));
      let level = false;
      let at = Number.NEGATIVE_INFINITY;
      for (const edge of edges) {
        expect(edge.level).toBe(!level);
        expect(edge.at).toBeGreaterThanOrEqual(at);
        expect(times.has(edge.at)).toBe(true);
        ({ level, at } = edge);
      }
      expect(level).toBe(raw.at(-1)?.[1] ?? false);
    }),
  );
});

test('whatever comes, an edge is reported no later than twenty windows after its first transition', () => {
  fc.assert(
    fc.property(rawEdges, (raw) => {
      let state = settledAt(false);
      for (const [at, level] of raw) {
        state = decideDebounce(state, { kind: 'transition', level, at }, { window: WINDOW }).state;
        const due = debounceDue(state, WINDOW);
        if (state.pending)
          expect(due).toBeLessThanOrEqual(state.pending.since + LONGEST_CHATTER_WINDOWS * WINDOW);
        else expect(due).toBeNull();
      }
    }),
  );
});
