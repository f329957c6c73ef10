/** What a command has of the world: where it writes and reads, its settings, and when it has to end. */
export interface Terminal {
  out(line: string): void;
  /** Progress and faults, apart from what a program reads. */
  note(line: string): void;
  /** A line that the person types without seeing it, or that is piped in; null at the end of the input. */
  secret(prompt: string): Promise<string | null>;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder of the person's settings. */
  configFolder: string;
  /** Ctrl-C. */
  signal: AbortSignal;
  fetch: typeof fetch;
  now(): number;
  bytes(count: number): Uint8Array;
}

/** Ends a command with a line that says what to do. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Columns of a list, by heading. */
export type Columns<Row> = Record<string, (row: Row) => unknown>;

export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  return Array.isArray(value) ? value.map(cell).join(',') || '-' : String(value);
}

/** Rows as aligned text, with a heading. */
export function table<Row>(rows: readonly Row[], columns: Columns<Row>): string[] {
  const headings = Object.keys(columns);
  const lines = [headings, ...rows.map((row) => Object.values(columns).map((column) => cell(column(row))))];
  const widths = headings.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  return lines.map((line) =>
    line
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
