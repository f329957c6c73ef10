/*
 * Tables as a spreadsheet reads them (RFC 4180). Ours and not csv-stringify: that escapes a formula at the start of a cell
 * only, not behind a list separator, and of the rest it would replace two lines.
 */

export interface Sheet<T> {
  head: string;
  line(row: T): string;
}

/** A table with these columns, from left to right. */
export const sheet = <T>(columns: readonly [name: string, value: (row: T) => string][]): Sheet<T> => ({
  head: line(columns.map(([name]) => name)),
  line: (row) => line(columns.map(([, value]) => value(row))),
});

function line(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

/**
 * Escapes text that a spreadsheet would evaluate as a formula. In some languages a list separator splits a cell, quoted or
 * not, so the text behind one is escaped too.
 */
function field(text: string): string {
  const safe = text.replace(/(^|[;|\t\r\n])(?=\s*[=+\-@\uff0b\uff0d\uff1d\uff20])/g, "$1'");
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
