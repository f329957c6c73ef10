// The loop: an input that reaches an edge, a count of it or a comparison that none did before is kept, and others are made
// out of it. Edges and comparisons are reported by the instrumentation of Jazzer.js (worker.mjs); its own loop is libFuzzer,
// whose binary needs a newer C library than Debian 12 has.

const MAX_EDGES = 1 << 19;
/** The instrumentation numbers comparisons below 512; it distinguishes sixteen lengths of each. */
const MAX_COMPARISONS = 512 * 16;
const KEPT_WORDS = 256;
/** Of the processor, whatever else runs; and again, as a collection of garbage may fall into a run. */
const SLOW_MS = 1_000;
const TRIES = 3;

const counters = new Uint8Array(MAX_EDGES);
let edges = 0;
/** How far a text agreed with what it was compared with, by comparison; and the words themselves. */
const compared = new Uint8Array(MAX_COMPARISONS);
const touched = new Set();
const words = [];
let wordAt = 0;

function noteWord(word) {
  if (word.length === 0 || word.length > 64 || words.includes(word)) return;
  words[wordAt++ % KEPT_WORDS] = word;
}

function noteTexts(id, left, right) {
  if (typeof left !== 'string' || typeof right !== 'string') return;
  noteWord(left);
  noteWord(right);
  let same = 0;
  while (same < 15 && same < left.length && left[same] === right[same]) same++;
  const at = (id * 16 + (right.length % 16)) % MAX_COMPARISONS;
  compared[at] = Math.max(compared[at], same);
  touched.add(at);
}

const COMPARE = {
  // biome-ignore lint/suspicious/noDoubleEquals: what it stands for
  '==': (left, right) => left == right,
  '===': (left, right) => left === right,
  // biome-ignore lint/suspicious/noDoubleEquals: likewise
  '!=': (left, right) => left != right,
  '!==': (left, right) => left !== right,
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

/** What instrumented modules call. */
export const instruments = {
  coverageTracker: {
    createModuleCounters(count) {
      if (edges + count > MAX_EDGES) throw new Error('more edges than there is room for');
      edges += count;
      return counters.subarray(edges - count, edges);
    },
  },
  tracer: {
    traceStrCmp(left, right, operator, id) {
      if (left !== right) noteTexts(id, left, right);
      return COMPARE[operator](left, right);
    },
    traceNumberCmp: (left, right, operator) => COMPARE[operator](left, right),
    traceAndReturn(current, target, id) {
      if (current !== target) noteTexts(id, current, target);
      return target;
    },
  },
};

/** A count as a bit: 1, 2, 3, some, more, many. */
const bucketOf = (count) =>
  count < 4 ? 1 << (count - 1) : count < 8 ? 8 : count < 32 ? 16 : count < 128 ? 32 : 64;

export class Coverage {
  #seen = new Uint8Array(MAX_EDGES);
  #agreed = new Uint8Array(MAX_COMPARISONS);
  /** Edges reached so far. */
  reached = 0;

  /** Whether what has run since `reset` did something new. */
  takesMore() {
    let isNew = false;
    const quads = new Uint32Array(counters.buffer, 0, (edges + 3) >> 2);
    for (let quad = 0; quad < quads.length; quad++) {
      if (quads[quad] === 0) continue;
      for (let at = quad * 4; at < quad * 4 + 4; at++) {
        if (counters[at] === 0) continue;
        const bucket = bucketOf(counters[at]);
        if ((this.#seen[at] & bucket) !== 0) continue;
        if (this.#seen[at] === 0) this.reached++;
        this.#seen[at] |= bucket;
        isNew = true;
      }
    }
    for (const at of touched) {
      if (compared[at] <= this.#agreed[at]) continue;
      this.#agreed[at] = compared[at];
      isNew = true;
    }
    return isNew;
  }

  static reset() {
    counters.fill(0, 0, edges);
    for (const at of touched) compared[at] = 0;
    touched.clear();
  }
}

/** A word that something was compared with. */
export const wordFrom = (random, more) => {
  const pool = more.length > 0 && (words.length === 0 || random.chance(0.5)) ? more : words;
  return pool.length === 0 ? null : random.pick(pool);
};

/**
 * Runs one input, and reports what it breaks: an error that the target did not declare, or a run of over a second.
 * @returns null, or `{ what }`
 */
export async function attempt(target, bytes) {
  for (let time = 1; ; time++) {
    const began = process.cpuUsage();
    try {
      const running = target.run(bytes);
      if (running instanceof Promise) await running;
    } catch (error) {
      return { what: error?.stack ?? String(error) };
    }
    const { user, system } = process.cpuUsage(began);
    const took = (user + system) / 1_000;
    if (took < SLOW_MS) return null;
    if (time === TRIES) return { what: `takes ${Math.round(took)} ms, at each of ${TRIES} times` };
  }
}
