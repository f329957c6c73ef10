import { escapeHtml } from '../../http/html.rules.js';
import {
  cut,
  type Email,
  type EmailText,
  LONGEST_SUBJECT,
  link,
  oneLine,
  toHtml,
} from '../channels/email-text.rules.js';
import { type Language, speechOf } from '../channels/speech.rules.js';
import { NUISANCE, PLOT, plot, REAL } from './plot.rules.js';
import type { Bar, Counted, WeeklyData, WeeklyWords } from './weekly.types.js';
import { WEEKLY_WORDS } from './words.rules.js';

/*
 * A weekly report as an e-mail: the same blocks as text and as HTML. Pure. Light and dark are those of all mails: blocks set no
 * colour of text and no background.
 */

interface Line {
  text: string;
  url?: string;
  /** Behind the link. */
  more?: string;
}

interface Block {
  heading: string;
  lines?: Line[];
  table?: { heads: string[]; rows: [Line, ...Line[]][] };
  bars?: { cid: string; bars: Bar[]; labels: string[][]; words: WeeklyWords };
}

export interface RenderedWeekly {
  language: Language;
  email: Email;
  sms: string;
  parts: Omit<EmailText, 'signature'>;
}

export function renderWeekly(data: WeeklyData, tag: string, service: string): RenderedWeekly {
  const { language } = speechOf(tag, data.timezone);
  const words = WEEKLY_WORDS[language];
  const total = sumOf(data.kinds);
  const subject = cut(oneLine(words.subject(data.location, total.count)), LONGEST_SUBJECT);
  const intro = introOf(data, tag, words);
  const blocks = blocksOf(data, tag, words);
  const action = { label: words.action, url: `${data.origin}/` };
  const signature = oneLine(`${data.organisation} · ${service}`);
  const text = [
    ...intro,
    ...blocks.map(toText),
    `${action.label}:\n${action.url}`,
    words.why,
    `${words.stop}:\n${data.unsubscribe}`,
    `-- \n${signature}`,
  ].join('\n\n');
  const body = [
    `<h1 style="font-size:22px;line-height:1.3;margin-top:0">${escapeHtml(subject)}</h1>`,
    ...intro.map((line) => `<p style="margin:4px 0">${escapeHtml(line)}</p>`),
    ...blocks.map(blockHtml),
    link(action),
    `<p style="font-size:14px">${escapeHtml(words.why)} <a href="${escapeHtml(data.unsubscribe)}">${escapeHtml(words.stop)}</a></p>`,
  ];
  const html = toHtml(language, subject, body, signature);
  const images = () => blocks.flatMap(({ bars }) => (bars ? [{ cid: bars.cid, png: plot(bars.bars) }] : []));
  return {
    language,
    email: { subject, text: `${text}\n`, html, images, unsubscribe: data.unsubscribe },
    sms: subject,
    parts: { subject, paragraphs: intro, action, afterwards: [words.why] },
  };
}

/** The HTML on its own, its pictures in it and its links beside it: for a page that shows it. */
export const withImages = ({ html, images }: Email): string =>
  (images?.() ?? []).reduce(
    (all, { cid, png }) =>
      all.replaceAll(`cid:${cid}`, `data:image/png;base64,${Buffer.from(png).toString('base64')}`),
    html.replace('<head>', '<head><base target="_blank">'),
  );

function introOf(data: WeeklyData, tag: string, words: WeeklyWords): string[] {
  const { days, kinds, causes } = data;
  const { count, before } = sumOf(kinds);
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => dayWords(tag, day?.date ?? '').join(' '));
  return [
    words.days(from, to),
    words.total(count, before),
    words.nuisance(shareOf(causes, 'count'), shareOf(causes, 'before')),
  ];
}

function blocksOf(data: WeeklyData, tag: string, words: WeeklyWords): Block[] {
  const { origin, doors, alarms, gateways, tests } = data;
  const { moment } = speechOf(tag, data.timezone);
  const names = { ...words.what, ...words.cause };
  const compared = (heading: string, rows: readonly Counted<keyof typeof names>[]): Block =>
    rows.length === 0
      ? { heading, lines: [{ text: words.noAlarms }] }
      : {
          heading,
          table: {
            heads: ['', words.thisWeek, words.weekBefore],
            rows: rows.map(({ name, count, before }) => [
              { text: names[name] },
              { text: String(count) },
              { text: String(before) },
            ]),
          },
        };
  const plotted = (heading: string, cid: string, bars: Bar[], labelOf: (date: string) => string[]): Block =>
    bars.every(({ real, nuisance }) => real + nuisance === 0)
      ? { heading, lines: [{ text: words.noAlarms }] }
      : { heading, bars: { cid, bars, labels: bars.map(({ date }) => labelOf(date)), words } };
  const more = ({ rows, total }: { rows: readonly unknown[]; total: number }): Line[] =>
    total > rows.length ? [{ text: words.more(total - rows.length) }] : [];
  return [
    plotted(words.byDay, 'days', data.days, (date) => dayWords(tag, date)),
    {
      heading: words.doors,
      ...(doors.total === 0
        ? { lines: [{ text: words.noDoors }] }
        : {
            table: {
              heads: [words.door, words.real, words.nuisanceShort],
              rows: doors.rows.map(({ id, name, place, real, nuisance }) => [
                { text: name, url: `${origin}/doors/${id}`, more: place },
                { text: String(real) },
                { text: String(nuisance) },
              ]),
            },
            lines: more(doors),
          }),
    },
    {
      heading: words.open,
      lines: [
        ...alarms.rows.map(({ id, what, name, started_at, acknowledged }) => ({
          text: `${name}: ${words.what[what]}`,
          url: `${origin}/alarms/${id}`,
          more: `${moment(started_at)}, ${acknowledged ? words.acknowledged : words.notAcknowledged}`,
        })),
        ...more(alarms),
        ...(alarms.total === 0 ? [{ text: words.noOpen }] : []),
      ],
    },
    compared(words.kinds, data.kinds),
    compared(words.causes, data.causes),
    plotted(words.byWeek, 'weeks', data.weeks, (date) => dayWords(tag, date).slice(1)),
    {
      heading: words.gateways,
      lines: [
        ...gateways.rows.map(({ id, name, since }) => ({
          text: name,
          url: `${origin}/gateways/${id}`,
          more: since === null ? '' : words.since(moment(since)),
        })),
        ...more(gateways),
        ...(gateways.total === 0 ? [{ text: words.noGateways }] : []),
      ],
    },
    { heading: words.keys, lines: [{ text: words.keysEnding(data.keys_ending) }] },
    {
      heading: words.tests,
      lines: [
        { text: words.tested(tests.tested), url: `${origin}/door-tests` },
        { text: words.failed(tests.failed) },
        { text: words.overdue(tests.overdue) },
        { text: words.never(tests.never) },
      ],
    },
  ];
}

const sumOf = (rows: readonly Counted<string>[]) => ({
  count: rows.reduce((all, row) => all + row.count, 0),
  before: rows.reduce((all, row) => all + row.before, 0),
});

/** Of what is explained, in per cent; null where there is nothing. */
function shareOf(causes: WeeklyData['causes'], of: 'count' | 'before'): number | null {
  const all = sumOf(causes)[of];
  const real = causes.find(({ name }) => name === 'unexplained')?.[of] ?? 0;
  return all === 0 ? null : Math.round((100 * (all - real)) / all);
}

/** As `Mon` and `5/1`. */
function dayWords(tag: string, date: string): string[] {
  const { weekday, day } = speechOf(tag, 'UTC');
  const noon = `${date}T12:00:00Z`;
  return [weekday(noon), day(noon)];
}

function toText({ heading, lines = [], table, bars }: Block): string {
  const rows = (table?.rows ?? []).map(([first, ...cells]) => {
    const counts = cells.map(({ text }, index) => `${table?.heads[index + 1]}: ${text}`);
    return `${lineText(first)}\n    ${counts.join(', ')}`;
  });
  const counts = (bars?.bars ?? []).map(
    ({ real, nuisance }, index) =>
      `- ${bars?.labels[index]?.join(' ')}: ${bars?.words.real} ${real}, ${bars?.words.nuisanceShort} ${nuisance}`,
  );
  return [oneLine(heading), ...counts, ...rows, ...lines.map(lineText)].join('\n');
}

const lineText = ({ text, url, more }: Line): string =>
  `- ${[text, more]
    .filter(Boolean)
    .map((part) => oneLine(part as string))
    .join(', ')}${url ? `\n    ${url}` : ''}`;

const CELL = 'padding:4px 8px 4px 0;text-align:left;vertical-align:top;border-bottom:1px solid #8a8a8a';
const SMALL = 'padding:2px 0;font-size:12px;text-align:center;vertical-align:top;font-weight:normal';

function blockHtml({ heading, lines = [], table, bars }: Block): string {
  const title = `<h2 style="font-size:18px;margin:24px 0 4px">${escapeHtml(heading)}</h2>`;
  const list = lines.map((line) => `<p style="margin:4px 0">${lineHtml(line)}</p>`);
  return [title, ...(bars ? [barsHtml(bars)] : []), ...(table ? [tableHtml(table)] : []), ...list].join('\n');
}

const tableHtml = ({ heads, rows }: NonNullable<Block['table']>): string =>
  [
    '<table style="border-collapse:collapse;width:100%">',
    `<tr>${heads.map((head) => (head === '' ? `<td style="${CELL}"></td>` : `<th scope="col" style="${CELL}">${escapeHtml(head)}</th>`)).join('')}</tr>`,
    ...rows.map(
      ([first, ...cells]) =>
        `<tr><th scope="row" style="${CELL};font-weight:normal">${lineHtml(first)}</th>${cells.map((cell) => `<td style="${CELL}">${lineHtml(cell)}</td>`).join('')}</tr>`,
    ),
    '</table>',
  ].join('\n');

/** Labels and numbers stand below their bars, in columns of the same width: it reads without the picture too. */
function barsHtml({ cid, bars, labels, words }: NonNullable<Block['bars']>): string {
  const width = `${80 / bars.length}%`;
  const key = (name: string, colour: string, of: 'real' | 'nuisance') =>
    `<tr><th scope="row" style="${SMALL};text-align:left"><span style="color:${colour}" aria-hidden="true">&#9632;</span> ${escapeHtml(name)}</th>${bars.map((bar) => `<td style="${SMALL}">${bar[of]}</td>`).join('')}</tr>`;
  return [
    '<table style="border-collapse:collapse;table-layout:fixed;width:100%">',
    `<tr><td style="width:20%"></td><td colspan="${bars.length}" style="padding:0"><img src="cid:${cid}" alt="" width="${PLOT.width / 2}" style="display:block;width:100%;height:auto"></td></tr>`,
    `<tr><td style="width:20%"></td>${labels.map((label) => `<th scope="col" style="width:${width};${SMALL};font-size:10px">${label.map(escapeHtml).join('<br>')}</th>`).join('')}</tr>`,
    key(words.nuisanceShort, NUISANCE, 'nuisance'),
    key(words.real, REAL, 'real'),
    '</table>',
  ].join('\n');
}

function lineHtml({ text, url, more }: Line): string {
  const shown = escapeHtml(oneLine(text));
  const linked = url ? `<a href="${escapeHtml(url)}">${shown}</a>` : shown;
  return more ? `${linked}<br><span style="font-size:14px">${escapeHtml(oneLine(more))}</span>` : linked;
}
