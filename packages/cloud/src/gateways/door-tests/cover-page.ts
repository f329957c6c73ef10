import { localTime, nextTest, type TestTimes, whenTested } from '@door-access/protocol/door-test';
import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { type DoorTestReport, printable, type SignedReport } from '@door-access/protocol/setup';
import { type Language, LOCALES } from '../../notify/channels/speech.rules.js';
import { BOTTOM, drawPdf, footers, heading, INK, LEFT, LINE, type Page, QUIET, RIGHT } from '../../pdf.js';
import { COVER_WORDS, type CoverWords } from './cover-words.rules.js';
import type { KeptPhoto } from './photos.js';
import type { Verdict } from './report-check.js';

/* The report of a door test as the service shows it: one page, in the time of the site. */

const COLOURS = {
  passed: IDENTITY.good,
  failed: IDENTITY.alarm,
  skipped: IDENTITY.dim,
  incomplete: IDENTITY.warning,
} as const;
const ROW = 36;

/** What the service knows beside the report. */
interface Covered {
  document: string;
  pdf: Buffer | null;
  door: string;
  place: string;
  timezone: string;
  organisation: string;
  /** Empty: it is no longer here. */
  gateway: string;
  /** Names from the location of the reader down to that of the door. */
  path: string[];
  photos: readonly Pick<KeptPhoto, 'image' | 'added_at' | 'added_by'>[];
}

interface About {
  /** Of the attached report. */
  verdict: Verdict;
  now: Date;
  service: string;
  /** Of the reader. What the gateway signed stays in its own words. */
  language: Language;
}

/** What the parts of the page need to speak. */
interface Speaker {
  words: CoverWords;
  service: string;
  /** At the door. */
  time(at: Date): string;
}

export function drawCover(covered: Covered, signed: SignedReport, about: About): Promise<Buffer> {
  const { report, key_id } = signed;
  const { now, service, language, verdict } = about;
  const words = COVER_WORDS[language];
  const times = { locale: LOCALES[language], to: words.to };
  const { timezone } = covered;
  const speaker: Speaker = {
    words,
    service,
    time: (at) => `${localTime(at.toISOString(), timezone, times)} (${timezone})`,
  };
  const attachments = [
    {
      name: 'door-test.json',
      type: 'application/json',
      description: 'The report that the gateway signed',
      bytes: Buffer.from(covered.document),
    },
    ...(covered.pdf
      ? [
          {
            name: 'door-test.pdf',
            type: 'application/pdf',
            description: 'The page that the gateway signed',
            bytes: covered.pdf,
          },
        ]
      : []),
  ];
  return drawPdf({ title: words.title(covered.door), now, attachments }, (page) => {
    heading(page, {
      kind: words.kind,
      title: covered.door,
      badge: { words: words.badges[report.result], colour: COLOURS[report.result] },
      facts: factsOf(covered, report, words, times),
    });
    steps(page, report, words);
    signature(page, key_id, verdict, now, speaker);
    photos(page, covered, speaker);
    footers(page, () => words.footer(service, report.id));
  });
}

function factsOf(
  { organisation, path, place, gateway, timezone }: Covered,
  report: DoorTestReport,
  words: CoverWords,
  times: TestTimes,
): [string, string][] {
  const { started_at, finished_at, clock, by } = report;
  const { id, host, agent } = report.gateway;
  const { door, driver } = report.door;
  const { facts } = words;
  const wired = words.door(door, driver);
  const simulated = driver === 'bench' ? `${wired} ${words.simulated}` : wired;
  const when = whenTested(started_at, finished_at, timezone, times);
  return [
    [facts.site, [organisation, ...path].join(' / ')],
    [facts.door, [place, simulated].filter(Boolean).join(', ')],
    [facts.gateway, [gateway, words.gateway(id, host), words.agent(agent)].filter(Boolean).join(', ')],
    [facts.tested, clock === 'local' ? `${when} ${words.clockUnset}` : when],
    [facts.by, by || words.notSaid],
    [facts.next, words.due(nextTest(finished_at, timezone, times))],
  ];
}

function steps(page: Page, report: DoorTestReport, words: CoverWords): void {
  let y = page.y + 14;
  const fits = (width: number, height: number) => ({ width, height, ellipsis: true });
  for (const { step, result, detail, advice, measured } of report.steps) {
    page.circle(LEFT + 5, y + 5, 4).fill(COLOURS[result]);
    page.font('Helvetica-Bold').fontSize(9.5).fillColor(INK);
    page.text(words.steps[step], LEFT + 16, y, fits(130, 11));
    page
      .font('Helvetica')
      .fillColor(COLOURS[result])
      .text(words.marks[result], LEFT + 150, y, fits(64, 11));
    page
      .fontSize(9)
      .fillColor(INK)
      .text(printable(detail), LEFT + 218, y, fits(281, 11));
    const numbers = Object.entries(measured).map(([name, value]) => words.measured(name, value));
    const more = [numbers.join(', '), advice && words.toCheck(advice)].filter(Boolean);
    page.fontSize(8).fillColor(advice ? COLOURS.failed : QUIET);
    page.text(printable(more.join('. ')), LEFT + 218, y + 12, fits(281, 20));
    y += ROW;
    page
      .moveTo(LEFT, y - 5)
      .lineTo(RIGHT, y - 5)
      .lineWidth(0.4)
      .stroke(LINE);
  }
  page.y = y;
}

/** Whether what is attached is what the gateway signed, as of now. */
function signature(page: Page, keyId: string, verdict: Verdict, now: Date, speaker: Speaker): void {
  const { words, service, time } = speaker;
  const said =
    verdict.verdict === 'valid'
      ? words.valid(keyId, service, time(now))
      : words.notValid(verdict.verdict, service, time(now));
  page
    .font('Helvetica-Bold')
    .fontSize(9)
    .fillColor(verdict.verdict === 'valid' ? COLOURS.passed : COLOURS.failed);
  page.text(printable(said), LEFT, Math.min(page.y + 8, BOTTOM - 40), { width: RIGHT - LEFT });
}

const PHOTO = { width: RIGHT - LEFT, height: 310 };

/** Two on a page, each with who added it and when. */
function photos(page: Page, { photos }: Covered, { words, service, time }: Speaker): void {
  for (const [index, { image, added_at, added_by }] of photos.entries()) {
    if (index % 2 === 0) page.addPage();
    if (index === 0) {
      page.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(words.photos, LEFT, LEFT);
      page.font('Helvetica').fontSize(9).fillColor(QUIET);
      page.text(printable(words.photosNote(service)), { width: PHOTO.width });
    }
    const y = index % 2 === 0 ? page.y + 10 : page.y + 14;
    page.image(image, LEFT, y, { fit: [PHOTO.width, PHOTO.height] });
    page.font('Helvetica').fontSize(9).fillColor(INK);
    page.text(printable(words.addedBy(added_by, time(added_at))), LEFT, y + PHOTO.height + 4, {
      width: PHOTO.width,
      height: 11,
      ellipsis: true,
    });
  }
}
