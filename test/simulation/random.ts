/** Chance that is the same on every run of a seed (sfc32). Streams are forked by name, so that one does not move another. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
    let hash = 0x811c9dc5;
    const mix = (salt: number) => {
      for (let index = 0; index < name.length; index++)
        hash = Math.imul(hash ^ (name.charCodeAt(index) + salt), 0x01000193);
      return hash >>> 0;
    };
    this.#a = mix(0);
    this.#b = mix(1);
    this.#c = mix(2);
    for (let round = 0; round < 12; round++) this.#next();
  }

  fork(name: string | number): Random {
    return new Random(`${this.#name}/${name}`);
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + sum) | 0;
    return sum >>> 0;
  }

  /** Uniform in [0, 1). */
  readonly fraction = (): number => this.#next() / 4_294_967_296;

  /** An integer from `low` to `high`, both inclusive. */
  int(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.int(0, choices.length - 1)] as T;
  }

  /** One of the names, by weight. */
  weighted<K extends string>(weights: Record<K, number>): K {
    const entries = Object.entries(weights) as [K, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries[0]?.[0] as K;
  }

  readonly uuid = (): string => {
    const hex = [0, 0, 0, 0].map(() => this.#next().toString(16).padStart(8, '0')).join('');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
}
