/** The little of koffi that is used here; its own types declare functions of any signature. */
export interface Koffi {
  load(library: string): { func(prototype: string): (...args: unknown[]) => number };
  errno(): number;
  readonly os: { readonly errno: Record<string, number> };
  readonly node: {
    poll(fd: number, options: { readable: boolean }, callback: () => void): { stop(): void; close(): void };
  };
}
