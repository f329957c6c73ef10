import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { printable } from '@door-access/protocol/setup';
import type { AccountedState } from '../doors/hold/hold.types.js';
import { BOTTOM, drawPdf, footers, heading, INK, LEFT, LINE, type Page, QUIET, RIGHT } from '../pdf.js';
import type { AccountedLock, EmergencyRow } from './emergency.sql.js';
import { inTurn, REASONS, STATES, secondsAfter, titleOf } from './report.rules.js';
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
}

export const drawReport = (emergency: EmergencyRow, { attachment, keyId, now }: About): Promise<Buffer> =>
  drawPdf(
    {
      title: titleOf(emergency),
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
      top(page, emergency, now);
      counts(page, emergency);
      table(page, emergency);
      footers(
        page,
        (number, count) =>
          `Emergency ${emergency.id}, page ${number} of ${count}, signed with the service's key ${keyId} (Ed25519). One changed byte of this file, and "doorctl report verify FILE" says that it was altered.`,
      );
    },
  );

const instant = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

function top(page: Page, emergency: EmergencyRow, now: Date): void {
  const { location, drill, reason, started_at, ended_at, begun_by, ended_by } = emergency;
  heading(page, {
    kind: 'Emergency report',
    title: titleOf(emergency),
    badge: {
      words: drill ? 'DRILL' : ended_at ? 'ENDED' : 'IN FORCE',
      colour: drill ? COLOURS.unreachable : COLOURS.refused,
    },
    facts: [
      ['Place', `${location.name}, and all below it`],
      ['Began', `${instant(started_at)}, by ${begun_by}`],
      ['Ended', ended_at ? `${instant(ended_at)}, by ${ended_by ?? ''}` : `not yet, as of ${instant(now)}`],
      ['Why', reason],
    ],
  });
}

/** How many doors there are of each state, large. */
function counts(page: Page, { doors }: EmergencyRow): void {
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
      .text(state, x + 10, y + 33);
  }
  page.y = y + 72;
}

function table(page: Page, { doors, started_at }: EmergencyRow): void {
  let y = head(page, page.y);
  for (const door of inTurn(doors)) {
    if (y + ROW > BOTTOM - 30) {
      page.addPage();
      y = head(page, LEFT);
    }
    row(page, y, door, started_at);
    y += ROW;
  }
  page.y = y;
}

function head(page: Page, y: number): number {
  const words = {
    door: 'Door',
    place: 'Place',
    state: 'State',
    reason: 'Reason',
    confirmed: 'Confirmed after',
  };
  page.font('Helvetica-Bold').fontSize(8).fillColor(QUIET);
  for (const [column, x] of Object.entries(COLUMNS))
    page.text(words[column as keyof typeof words], x, y, { lineBreak: false });
  page
    .moveTo(LEFT, y + 12)
    .lineTo(RIGHT, y + 12)
    .lineWidth(0.6)
    .stroke(LINE);
  return y + 17;
}

function row(page: Page, y: number, door: AccountedLock, since: Date): void {
  const { name, place, state, reason, confirmed_at } = door;
  const fits = (width: number) => ({ width, height: 11, ellipsis: true });
  page.font('Helvetica').fontSize(9).fillColor(INK).text(printable(name), COLUMNS.door, y, fits(136));
  page.fillColor(QUIET).text(printable(place), COLUMNS.place, y, fits(134));
  page.font('Helvetica-Bold').fillColor(COLOURS[state]).text(state, COLUMNS.state, y, fits(68));
  page.font('Helvetica').fillColor(QUIET);
  page.text(reason === null ? '' : REASONS[reason], COLUMNS.reason, y, fits(80));
  page.text(confirmed_at === null ? '' : secondsAfter(since, confirmed_at), COLUMNS.confirmed, y, fits(65));
}
