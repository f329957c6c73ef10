/** A deliberate bug: in `file` (from the root of the sources), `put` stands for `find`. */
export interface Mutation {
  name: string;
  file: string;
  find: string;
  put: string;
  /** Where it shows soon. */
  seed: number;
  /** Where it shows only in such a world. */
  settings?: { rollbacks?: boolean; moves?: boolean; chaos: boolean };
}

export const MUTATIONS: Mutation[];
