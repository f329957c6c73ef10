import { COLOURS } from '@door-access/protocol/identity';
import { printable } from '@door-access/protocol/setup';

/* What the pages of the service's reports share. The library is loaded only when one is made. */

export type Page = InstanceType<typeof import('pdfkit')>;

export const { ink: INK, dim: QUIET, line: LINE } = COLOURS;
export const LEFT = 48;
export const RIGHT = 547;
export const BOTTOM = 770;
const NAMES = 62;

export interface Attachment {
  name: string;
  type: string;
  description: string;
  bytes: Buffer;
}

/** What `draw` puts on A4 pages, with files that go along. */
export async function drawPdf(
  { title, now, attachments }: { title: string; now: Date; attachments: readonly Attachment[] },
  draw: (page: Page) => void,
): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const info = { Title: printable(title), CreationDate: now };
  const page = new Pdf({ size: 'A4', margin: LEFT, bufferPages: true, info });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  draw(page);
  for (const { bytes, ...about } of attachments)
    page.file(bytes, { ...about, creationDate: now, modifiedDate: now });
  page.end();
  await done;
  return Buffer.concat(chunks);
}

interface Heading {
  kind: string;
  title: string;
  badge: { words: string; colour: string };
  facts: readonly [name: string, value: string][];
}

/** The top of the first page; what follows begins at `page.y`. */
export function heading(page: Page, { kind, title, badge, facts }: Heading): void {
  page.font('Helvetica').fontSize(10).fillColor(QUIET).text(kind, LEFT, 44);
  page.font('Helvetica-Bold').fontSize(22).fillColor(INK);
  page.text(printable(title), LEFT, 58, { width: 360, height: 54, ellipsis: true });
  page.roundedRect(RIGHT - 130, 46, 130, 34, 6).fill(badge.colour);
  page.font('Helvetica-Bold').fontSize(14).fillColor('#ffffff');
  page.text(badge.words, RIGHT - 130, 57, { width: 130, align: 'center' });
  page.y = 118;
  for (const [name, value] of facts) {
    const { y } = page;
    page
      .font('Helvetica')
      .fontSize(9)
      .fillColor(QUIET)
      .text(name, LEFT, y, { width: NAMES - 2 });
    page.fillColor(INK).text(printable(value), LEFT + NAMES, y, {
      width: RIGHT - LEFT - NAMES,
      height: 33,
      ellipsis: true,
    });
    page.y = Math.max(y + 14, page.y + 3);
  }
}

/** A line at the bottom of every page. */
export function footers(page: Page, words: (number: number, count: number) => string): void {
  const { start, count } = page.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    page.switchToPage(index);
    page.font('Helvetica').fontSize(7.5).fillColor(QUIET);
    page.text(printable(words(index + 1, count)), LEFT, BOTTOM - 12, { width: RIGHT - LEFT, height: 34 });
  }
}
