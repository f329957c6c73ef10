import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { printable } from '@door-access/protocol/setup';
import type { AccountedState } from '../doors/hold/hold.types.js';
import type { AccountedLock, EmergencyRow } from './emergency.sql.js';
import { inTurn, REASONS, STATES, secondsAfter, titleOf } from './report.rules.js';
import { countsOf } from './schemas.js';

/* The report of an emergency as pages. The library is loaded only when one is made. */

const COLOURS: Record<AccountedState, string> = {
  confirmed: IDENTITY.good,
  pending: IDENTITY.dim,
  unreachable: IDENTITY.warning,
  refused: IDENTITY.alarm,
};
const { ink: INK, dim: QUIET, line: LINE } = IDENTITY;
const LEFT = 48;
const RIGHT = 547;
const BOTTOM = 770;
const ROW = 17;
const COLUMNS = { door: LEFT, place: 190, state: 330, reason: 400, confirmed: 482 };

type Page = InstanceType<typeof import('pdfkit')>;

interface About {
  /** The emergency as JSON, which goes along as an attachment. */
  attachment: string;
  keyId: string;
  now: Date;
}

export async function drawReport(
  emergency: EmergencyRow,
  { attachment, keyId, now }: About,
): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const info = { Title: printable(titleOf(emergency)), CreationDate: now };
  const page = new Pdf({ size: 'A4', margin: LEFT, bufferPages: true, info });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  heading(page, emergency, now);
  counts(page, emergency);
  table(page, emergency);
  footers(page, emergency, keyId);
  page.file(Buffer.from(attachment), {
    name: 'emergency.json',
    type: 'application/json',
    description: 'The emergency with its doors',
    creationDate: now,
    modifiedDate: now,
  });
  page.end();
  await done;
  return Buffer.concat(chunks);
}

const instant = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

function heading(page: Page, emergency: EmergencyRow, now: Date): void {
  const { location, drill, reason, started_at, ended_at, begun_by, ended_by } = emergency;
  page.font('Helvetica').fontSize(10).fillColor(QUIET).text('Emergency report', LEFT, 44);
  page.font('Helvetica-Bold').fontSize(22).fillColor(INK);
  page.text(printable(titleOf(emergency)), LEFT, 58, { width: 360, height: 54, ellipsis: true });
  page.roundedRect(RIGHT - 130, 46, 130, 34, 6).fill(drill ? COLOURS.unreachable : COLOURS.refused);
  page.font('Helvetica-Bold').fontSize(14).fillColor('#ffffff');
  page.text(drill ? 'DRILL' : ended_at ? 'ENDED' : 'IN FORCE', RIGHT - 130, 57, {
    width: 130,
    align: 'center',
  });
  const facts: [string, string][] = [
    ['Place', `${printable(location.name)}, and all below it`],
    ['Began', `${instant(started_at)}, by ${printable(begun_by)}`],
    [
      'Ended',
      ended_at ? `${instant(ended_at)}, by ${printable(ended_by ?? '')}` : `not yet, as of ${instant(now)}`,
    ],
    ['Why', printable(reason)],
  ];
  let y = 118;
  for (const [name, value] of facts) {
    page.font('Helvetica').fontSize(9).fillColor(QUIET).text(name, LEFT, y, { width: 60 });
    page.fillColor(INK).text(value, LEFT + 62, y, { width: 437, height: 33, ellipsis: true });
    y = Math.max(y + 14, page.y + 3);
  }
  page.y = y;
}

/** How many doors there are of each state, large. */
function counts(page: Page, { doors }: EmergencyRow): void {
  const found = countsOf(doors);
  const top = page.y + 10;
  const width = (RIGHT - LEFT - 3 * 10) / 4;
  for (const [index, state] of STATES.toReversed().entries()) {
    const x = LEFT + index * (width + 10);
    page.roundedRect(x, top, width, 52, 6).lineWidth(0.8).stroke(LINE);
    page.font('Helvetica-Bold').fontSize(20).fillColor(COLOURS[state]);
    page.text(String(found[state]), x + 10, top + 9, { width: width - 20 });
    page
      .font('Helvetica')
      .fontSize(9)
      .fillColor(QUIET)
      .text(state, x + 10, top + 33);
  }
  page.y = top + 72;
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

function footers(page: Page, { id }: EmergencyRow, keyId: string): void {
  const { start, count } = page.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index);
    page.font('Helvetica').fontSize(7.5).fillColor(QUIET);
    page.text(
      `Emergency ${id}, page ${index + 1} of ${count}, signed with the service's key ${keyId} (Ed25519). One changed byte of this file, and "doorctl report verify FILE" says that it was altered.`,
      LEFT,
      BOTTOM - 2,
      { width: RIGHT - LEFT, height: 24 },
    );
  }
}
