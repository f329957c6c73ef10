/*
 * How processes of the service reach each other: a port, as PostgreSQL's NOTIFY (`postgres-line.ts`), which needs no
 * further service, or as NATS (`nats-line.ts`). Messages on the line are small and carry no state: a process that misses
 * one finds a row in the database.
 */

/** PostgreSQL refuses payloads of 8000 bytes and more; one bound for both. */
export const LONGEST_TEXT = 7_999;

export interface Line {
  /** Every listener of the channel receives each text; rejects where the line is down. */
  send(channel: string, texts: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export interface LineOptions {
  channels: readonly string[];
  onHeard: (text: string) => void;
  /** The line was broken and is back: messages in between were missed. */
  onBack: () => void;
}
