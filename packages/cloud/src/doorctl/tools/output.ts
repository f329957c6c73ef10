/** Columns of a list, by heading. */
export type Columns<Row> = Record<string, (row: Row) => unknown>;

/** Prints rows for people, or as the interface wraps lists: `{"data":[…]}`. */
export function printList<Row>(
  rows: readonly Row[],
  columns: Columns<Row>,
  json: boolean | undefined,
  nothing: string,
): void {
  if (json) printJson({ data: rows });
  else if (rows.length === 0) print(nothing);
  else printTable(rows, columns);
}

function printTable<Row>(rows: readonly Row[], columns: Columns<Row>): void {
  const table = [
    Object.keys(columns),
    ...rows.map((row) => Object.values(columns).map((column) => cell(column(row)))),
  ];
  const widths = Object.keys(columns).map((_, index) =>
    Math.max(...table.map((line) => line[index]?.length ?? 0)),
  );
  for (const line of table)
    print(
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function cell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(',') || '-' : String(value);
}
