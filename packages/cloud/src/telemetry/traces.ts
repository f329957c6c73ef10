/** Where pieces of work are reported once they have ended, for traces. Where no one collects them the context has none. */
export interface Traces {
  ended(work: Work): void;
}

/** One piece of work. It may name what it was about by its id; never a secret, an address or a person. */
export interface Work {
  name: string;
  /** `server`: for a caller; `client`: at another system; `internal`: neither. */
  kind: 'server' | 'client' | 'internal';
  /** Until now. */
  milliseconds: number;
  /** The header `traceparent` of the caller, if any. */
  parent?: string | string[] | undefined;
  hasFailed: boolean;
  attributes: Record<string, string | number>;
}
