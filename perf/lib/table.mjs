// The lines of measures as a table, the same text on a terminal and in Markdown.
const HEAD = ['measure', 'case', 'ours', 'floor', 'ratio', 'peer', 'goal', 'met'];

export function tableOf(lines) {
  return table(
    HEAD,
    lines.map((line) => [
      line.measure,
      line.case ?? '',
      `${figure(line.value)} ${line.unit}`,
      line.floor === undefined || line.peer ? '' : figure(line.floor),
      line.ratio == null ? '' : line.ratio.toFixed(2),
      line.peer ? `${figure(line.floor)} (${line.peer})` : '',
      goalOf(line),
      line.fault ? `no: ${line.fault}` : goalOf(line) === '' ? '' : line.ok ? 'yes' : 'no',
    ]),
  );
}

/** Columns are aligned, so that the source reads as well as the page. */
export function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => String(cell).replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const lineOf = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [lineOf(cells[0]), rule, ...cells.slice(1).map(lineOf)].join('\n');
}

function goalOf({ better, goal, value_goal }) {
  const sign = better === 'higher' ? '≥' : '≤';
  return [
    goal === undefined ? null : `ratio ${sign} ${goal}`,
    value_goal === undefined ? null : `${sign} ${figure(value_goal)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Three digits that count, thousands apart; a measure that came to nothing has none. */
export function figure(number) {
  if (number === undefined) return 'no value,';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)));
  return number.toLocaleString('en', { maximumFractionDigits: digits });
}
