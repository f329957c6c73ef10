import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { printable } from '@door-access/protocol/setup';
import type { AccountedState } from '../doors/hold/hold.types.js';
import { type Language, LOCALES } from '../notify/channels/speech.rules.js';
import { BOTTOM, drawPdf, footers, heading, INK, LEFT, LINE, type Page, QUIET, RIGHT } from '../pdf.js';
import type { AccountedLock, EmergencyRow } from './emergency.sql.js';
import { inTurn, STATES, secondsAfter, titleOf, whenAt } from './report.rules.js';
import { REPORT_WORDS, type ReportWords } from './report-words.rules.js';
import { countsOf } from './schemas.js';

/* The report of an emergency as pages. */

const COLOURS: Record<AccountedState, string> = {
  confirmed: IDENTITY.good,
  pending: IDENTITY.dim,
  unreachable: IDENTITY.warning,
  refused: IDENTITY.alarm,
};
const ROW = 17;
const COLUMNS = { door: LEFT, place: 190, state: 330, reason: 400, confirmed: 482 };

interface About {
  /** The emergency as JSON, which goes along as an attachment. */
  attachment: string;
  keyId: string;
  now: Date;
  language: Language;
}

export function drawReport(
  emergency: EmergencyRow,
  { attachment, keyId, now, language }: About,
): Promise<Buffer> {
  const words = REPORT_WORDS[language];
  const { id } = emergency;
  return drawPdf(
    {
      title: titleOf(words, emergency),
      now,
      attachments: [
        {
          name: 'emergency.json',
          type: 'application/json',
          description: 'The emergency with its doors',
          bytes: Buffer.from(attachment),
        },
      ],
    },
    (page) => {
      top(page, emergency, { language, now });
      counts(page, words, emergency);
      table(page, words, emergency);
      footers(page, (number, count) => words.footer({ id, number, count, keyId }));
    },
  );
}

function top(page: Page, emergency: EmergencyRow, { language, now }: Pick<About, 'language' | 'now'>): void {
  const words = REPORT_WORDS[language];
  const { location, timezone, drill, reason, started_at, ended_at, begun_by, ended_by } = emergency;
  const instant = (at: Date) => whenAt(at, timezone, LOCALES[language]);
  const { facts, badges } = words;
  heading(page, {
    kind: words.kind,
    title: titleOf(words, emergency),
    badge: {
      words: drill ? badges.drill : ended_at ? badges.ended : badges.in_force,
      colour: drill ? COLOURS.unreachable : COLOURS.refused,
    },
    facts: [
      [facts.place, words.andBelow(location.name)],
      [facts.began, words.by(instant(started_at), begun_by)],
      [facts.ended, ended_at ? words.by(instant(ended_at), ended_by ?? '') : words.notYet(instant(now))],
      [facts.why, reason],
    ],
  });
}

/** How many doors there are of each state, large. */
function counts(page: Page, words: ReportWords, { doors }: EmergencyRow): void {
  const found = countsOf(doors);
  const y = page.y + 10;
  const width = (RIGHT - LEFT - 3 * 10) / 4;
  for (const [index, state] of STATES.toReversed().entries()) {
    const x = LEFT + index * (width + 10);
    page.roundedRect(x, y, width, 52, 6).lineWidth(0.8).stroke(LINE);
    page.font('Helvetica-Bold').fontSize(20).fillColor(COLOURS[state]);
    page.text(String(found[state]), x + 10, y + 9, { width: width - 20 });
    page
      .font('Helvetica')
      .fontSize(9)
      .fillColor(QUIET)
      .text(words.states[state], x + 10, y + 33);
  }
  page.y = y + 72;
}

function table(page: Page, words: ReportWords, { doors, started_at }: EmergencyRow): void {
  let y = head(page, words, page.y);
  for (const door of inTurn(doors)) {
    if (y + ROW > BOTTOM - 30) {
      page.addPage();
      y = head(page, words, LEFT);
    }
    row(page, words, y, door, started_at);
    y += ROW;
  }
  page.y = y;
}

function head(page: Page, { heads }: ReportWords, y: number): number {
  page.font('Helvetica-Bold').fontSize(8).fillColor(QUIET);
  for (const [column, x] of Object.entries(COLUMNS))
    page.text(heads[column as keyof typeof heads], x, y, { lineBreak: false });
  page
    .moveTo(LEFT, y + 12)
    .lineTo(RIGHT, y + 12)
    .lineWidth(0.6)
    .stroke(LINE);
  return y + 17;
}

function row(page: Page, words: ReportWords, y: number, door: AccountedLock, since: Date): void {
  const { name, place, state, reason, confirmed_at } = door;
  const fits = (width: number) => ({ width, height: 11, ellipsis: true });
  page.font('Helvetica').fontSize(9).fillColor(INK).text(printable(name), COLUMNS.door, y, fits(136));
  page.fillColor(QUIET).text(printable(place), COLUMNS.place, y, fits(134));
  page.font('Helvetica-Bold').fillColor(COLOURS[state]).text(words.states[state], COLUMNS.state, y, fits(68));
  page.font('Helvetica').fillColor(QUIET);
  page.text(reason === null ? '' : words.reasons[reason], COLUMNS.reason, y, fits(80));
  page.text(confirmed_at === null ? '' : secondsAfter(since, confirmed_at), COLUMNS.confirmed, y, fits(65));
}
