/** Lines for the person who looks after the gateway. */
export interface Log {
  info(line: string): void;
  warn(line: string): void;
}
