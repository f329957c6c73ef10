/* Chance that repeats: the same seed, the same draws. */

export interface Chance {
  /** From 0 up to, and without, 1. */
  draw(): number;
  /** A whole number between two, both included. */
  between(least: number, maximum: number): number;
  pick<Item>(items: readonly Item[]): Item;
  uuid(): string;
}

export function chanceOf(seed: string): Chance {
  let state = hashOf(seed);
  // Mulberry32, by Tommy Ettinger: public domain.
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(draw() * 16).toString(16)).join('');
  return {
    draw,
    between: (least, maximum) => least + Math.floor(draw() * (maximum - least + 1)),
    pick: (items) => items[Math.floor(draw() * items.length)] as (typeof items)[number],
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}
