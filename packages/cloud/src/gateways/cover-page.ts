import { localTime, measuredWords, nextTest, STEP_WORDS, whenTested } from '@door-access/protocol/door-test';
import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { type DoorTestReport, printable, type SignedReport } from '@door-access/protocol/setup';
import { BOTTOM, drawPdf, footers, heading, INK, LEFT, LINE, type Page, QUIET, RIGHT } from '../pdf.js';
import type { KeptPhoto } from './photos.js';
import type { Verdict } from './report-check.js';

/* The report of a door test as the service shows it: one page, in the time of the site. */

const COLOURS = {
  passed: IDENTITY.good,
  failed: IDENTITY.alarm,
  skipped: IDENTITY.dim,
  incomplete: IDENTITY.warning,
} as const;
const MARKS = { passed: 'passed', failed: 'FAILED', skipped: 'left out' } as const;
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
}

export function drawCover(covered: Covered, signed: SignedReport, about: About): Promise<Buffer> {
  const { report, key_id } = signed;
  const { now, service } = about;
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
  return drawPdf({ title: `Door test: ${covered.door}`, now, attachments }, (page) => {
    heading(page, {
      kind: 'Door test report',
      title: covered.door,
      badge: { words: report.result.toUpperCase(), colour: COLOURS[report.result] },
      facts: factsOf(covered, report),
    });
    steps(page, report);
    signature(page, key_id, about, covered.timezone);
    photos(page, covered, service);
    footers(
      page,
      () =>
        `Made by ${service} from report ${report.id}. The names of the door, the site and the gateway are those in the service now; the rest is what the gateway measured. This page is not signed: to check it, save the attached door-test.json and run "doorctl report verify FILE".`,
    );
  });
}

function factsOf({ organisation, path, place, gateway, timezone }: Covered, report: DoorTestReport) {
  const { id, host, agent } = report.gateway;
  const { door, driver } = report.door;
  const unset = report.clock === 'local' ? ' (nothing is known to set this clock)' : '';
  return [
    ['Site', [organisation, ...path].join(' / ')],
    [
      'Door',
      [place, `door ${door}, driver ${driver}${driver === 'bench' ? ' (simulated hardware)' : ''}`]
        .filter(Boolean)
        .join(', '),
    ],
    ['Gateway', [gateway, `${id} on ${host}`, `agent ${agent}`].filter(Boolean).join(', ')],
    ['Tested', `${whenTested(report.started_at, report.finished_at, timezone)}${unset}`],
    ['By', report.by || 'not said'],
    ['Next test', `by ${nextTest(report.finished_at, timezone)}`],
  ] as const satisfies [string, string][];
}

function steps(page: Page, report: DoorTestReport): void {
  let y = page.y + 14;
  const fits = (width: number, height: number) => ({ width, height, ellipsis: true });
  for (const { step, result, detail, advice, measured } of report.steps) {
    page.circle(LEFT + 5, y + 5, 4).fill(COLOURS[result]);
    page.font('Helvetica-Bold').fontSize(9.5).fillColor(INK);
    page.text(STEP_WORDS[step], LEFT + 16, y, fits(130, 11));
    page
      .font('Helvetica')
      .fillColor(COLOURS[result])
      .text(MARKS[result], LEFT + 150, y, fits(50, 11));
    page
      .fontSize(9)
      .fillColor(INK)
      .text(printable(detail), LEFT + 204, y, fits(295, 11));
    const more = [measuredWords({ measured }).join(', '), advice && `To check: ${advice}`].filter(Boolean);
    page.fontSize(8).fillColor(advice ? COLOURS.failed : QUIET);
    page.text(printable(more.join('. ')), LEFT + 204, y + 12, fits(295, 20));
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
function signature(page: Page, keyId: string, { verdict, now, service }: About, timezone: string): void {
  const at = `${localTime(now.toISOString(), timezone)} (${timezone})`;
  const isValid = verdict.verdict === 'valid';
  const words = isValid
    ? `The signature of the gateway is valid: its key ${keyId} (Ed25519), checked by ${service} on ${at}.`
    : `The signature of the gateway is NOT valid: ${verdict.verdict === 'altered' ? verdict.why : 'its key is not known here'}. Checked by ${service} on ${at}.`;
  page
    .font('Helvetica-Bold')
    .fontSize(9)
    .fillColor(isValid ? COLOURS.passed : COLOURS.failed);
  page.text(printable(words), LEFT, Math.min(page.y + 8, BOTTOM - 40), { width: RIGHT - LEFT });
}

const PHOTO = { width: RIGHT - LEFT, height: 310 };

/** Two on a page, each with who added it and when. */
function photos(page: Page, { photos, timezone }: Covered, service: string): void {
  for (const [index, { image, added_at, added_by }] of photos.entries()) {
    if (index % 2 === 0) page.addPage();
    if (index === 0) {
      page.font('Helvetica-Bold').fontSize(14).fillColor(INK).text('Photos', LEFT, LEFT);
      page.font('Helvetica').fontSize(9).fillColor(QUIET);
      const words = `Added to the report in ${service} by the people named. The gateway neither took nor signed them.`;
      page.text(printable(words), { width: PHOTO.width });
    }
    const y = index % 2 === 0 ? page.y + 10 : page.y + 14;
    page.image(image, LEFT, y, { fit: [PHOTO.width, PHOTO.height] });
    page.font('Helvetica').fontSize(9).fillColor(INK);
    const when = localTime(added_at.toISOString(), timezone);
    page.text(printable(`Added by ${added_by} on ${when} (${timezone})`), LEFT, y + PHOTO.height + 4, {
      width: PHOTO.width,
      height: 11,
      ellipsis: true,
    });
  }
}
