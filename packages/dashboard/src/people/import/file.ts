import Papa from 'papaparse';
import { text } from '../../language/text.js';
import { escaped } from './table.rules.js';

export interface Table {
  cells: string[][];
  encoding: string;
  delimiter: string;
  /** What is broken about the file itself, in words. */
  warnings: string[];
}

/** Bytes as text: by their mark, else UTF-8 if they are that, else as older spreadsheets write. */
export function decode(bytes: Uint8Array): { text: string; encoding: string } {
  const read = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { text: read('utf-16le'), encoding: 'UTF-16' };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { text: read('utf-16be'), encoding: 'UTF-16' };
  try {
    return { text: read('utf-8', true), encoding: 'UTF-8' };
  } catch {
    return { text: read('windows-1252'), encoding: 'Windows-1252' };
  }
}

export function parse(list: string, encoding: string): Table {
  const bare = list.replace(/^\uFEFF/, '').replace(/^(\s*\r?\n)+/, '');
  // Empty rows would mislead the guess, but rows are counted with them.
  const { delimiter } = Papa.parse(bare, { preview: 50, skipEmptyLines: 'greedy' }).meta;
  const { data, errors, meta } = Papa.parse<string[]>(bare, { delimiter });
  const warnings = errors
    .filter(({ type }) => type === 'Quotes')
    .slice(0, 5)
    .map(({ row = 0, code }) =>
      code === 'MissingQuotes'
        ? text('Row {row}: a quotation mark is never closed.', { row: row + 1 })
        : text('Row {row}: a quotation mark stands inside a cell in quotation marks.', { row: row + 1 }),
    );
  return { cells: data, encoding, delimiter: meta.delimiter, warnings };
}

/** A CSV text without formulas, whatever list separator the spreadsheet uses. */
export function toCsv(headers: readonly string[], rows: readonly (readonly string[])[]): string {
  const fields = headers.map(escaped);
  const data = rows.map((row) => row.map(escaped));
  return `\uFEFF${Papa.unparse({ fields, data }, { quotes: isSplit })}\r\n`;
}

const isSplit = (cell: unknown): boolean => /[;|\t]/.test(String(cell));
