import { measuredWords, nextTest, STEP_WORDS, whenTested } from '@door-access/protocol/door-test';
import { COLOURS as IDENTITY } from '@door-access/protocol/identity';
import { type DoorTestReport, printable, type StepName, type StepResult } from '@door-access/protocol/setup';

/* The report as one page. Loaded only when a report is made: the library is larger than the agent. */

const COLOURS = {
  passed: IDENTITY.good,
  failed: IDENTITY.alarm,
  skipped: IDENTITY.dim,
  incomplete: IDENTITY.warning,
} as const;
const { ink: INK, dim: QUIET, line: LINE } = IDENTITY;
const LEFT = 48;
const RIGHT = 547;
const VERDICTS = {
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete: nothing failed, something was left out',
};
const MARKS = { passed: 'passed', failed: 'FAILED', skipped: 'left out' };

type Page = InstanceType<typeof import('pdfkit')>;

/**
 * @param document the signed text, which goes along as an attachment
 * @param timezone of the gateway, whose clock the people there read
 */
export async function renderReport(
  report: DoorTestReport,
  document: string,
  keyId: string,
  timezone: string,
): Promise<Buffer> {
  const { default: Pdf } = await import('pdfkit');
  const page = new Pdf({
    size: 'A4',
    margin: LEFT,
    info: { Title: `Door test: ${printable(report.door.name)}`, CreationDate: new Date(report.finished_at) },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => {
    page.on('data', (chunk: Buffer) => chunks.push(chunk));
    page.on('end', resolve);
    page.on('error', reject);
  });
  heading(page, report, timezone);
  picture(page, report);
  table(page, report);
  footer(page, report, keyId);
  page.file(Buffer.from(document), {
    name: 'door-test.json',
    type: 'application/json',
    description: 'The signed report',
    creationDate: new Date(report.finished_at),
    modifiedDate: new Date(report.finished_at),
  });
  page.end();
  await done;
  return Buffer.concat(chunks);
}

function heading(page: Page, report: DoorTestReport, timezone: string): void {
  const { door, gateway } = report;
  page.font('Helvetica').fontSize(10).fillColor(QUIET).text('Door test report', LEFT, 44);
  page.font('Helvetica-Bold').fontSize(22).fillColor(INK);
  page.text(printable(door.name), LEFT, 58, { width: 360, height: 54, ellipsis: true });
  page.roundedRect(RIGHT - 130, 46, 130, 34, 6).fill(COLOURS[report.result]);
  page.font('Helvetica-Bold').fontSize(14).fillColor('#ffffff');
  page.text(report.result.toUpperCase(), RIGHT - 130, 57, { width: 130, align: 'center' });
  const facts: [string, string][] = [
    ['Door', `${door.door}, driver ${door.driver}${door.driver === 'bench' ? ' (simulated hardware)' : ''}`],
    ['Gateway', `${gateway.id} on ${printable(gateway.host)}, agent ${gateway.agent}`],
    [
      'Tested',
      `${whenTested(report.started_at, report.finished_at, timezone)}${report.clock === 'local' ? ' (nothing is known to set this clock)' : ''}`,
    ],
    ['By', printable(report.by) || 'not said'],
    ['Result', VERDICTS[report.result]],
    ['Next test', `by ${nextTest(report.finished_at, timezone)}`],
  ];
  let y = 114;
  for (const [name, value] of facts) {
    page.font('Helvetica').fontSize(9).fillColor(QUIET).text(name, LEFT, y, { width: 60 });
    page.fillColor(INK).text(value, LEFT + 62, y, { width: 430, height: 11, ellipsis: true });
    y += 14;
  }
}

/** The door, with each part in the colour of its result. */
function picture(page: Page, { steps }: DoorTestReport): void {
  const of = (...names: StepName[]) => {
    const found = steps.filter(({ step }) => names.includes(step)).map(({ result }) => result);
    if (found.length === 0) return null;
    return found.includes('failed') ? 'failed' : found.includes('skipped') ? 'skipped' : 'passed';
  };
  const top = 204;
  page.save();
  page
    .roundedRect(LEFT, top, RIGHT - LEFT, 150, 8)
    .lineWidth(0.8)
    .stroke(LINE);
  page
    .rect(222, top + 14, 84, 128)
    .lineWidth(3)
    .stroke('#8d857a');
  page.rect(227, top + 19, 74, 123).fill('#dfe6e1');
  page
    .rect(238, top + 30, 52, 40)
    .lineWidth(1)
    .stroke('#b5c2ba');
  page.rect(288, top + 84, 9, 4).fill('#7b7770');
  page
    .moveTo(190, top + 142)
    .lineTo(345, top + 142)
    .lineWidth(1)
    .stroke('#8d857a');
  const part = (
    label: string,
    state: StepResult['result'] | null,
    at: readonly [number, number],
    text: readonly [number, number],
    side: 'left' | 'right',
  ) => {
    const colour = state ? COLOURS[state] : '#c4c0b8';
    page
      .moveTo(at[0], at[1])
      .lineTo(text[0], text[1] + 5)
      .lineWidth(0.7)
      .stroke(colour);
    page.circle(at[0], at[1], 4.5).fill(colour);
    const width = 120;
    const x = side === 'left' ? text[0] - width - 4 : text[0] + 4;
    const align = side === 'left' ? 'right' : 'left';
    page
      .font('Helvetica-Bold')
      .fontSize(9)
      .fillColor(INK)
      .text(label, x, text[1] - 5, { width, align });
    page.font('Helvetica').fontSize(8).fillColor(colour);
    page.text(state ? MARKS[state] : 'not wired', x, text[1] + 6, { width, align });
  };
  part('Contact', of('contact_open', 'contact_close'), [248, top + 17], [196, top + 20], 'left');
  part('Exit button', of('exit_button'), [205, top + 84], [190, top + 62], 'left');
  part('Hold', of('hold_on', 'hold_off'), [282, top + 17], [336, top + 20], 'right');
  part('Strike', of('strike'), [304, top + 86], [336, top + 62], 'right');
  part('Forced opening', of('forced'), [232, top + 122], [190, top + 104], 'left');
  const cable = of('network');
  part('Network', cable, [322, top + 122], [336, top + 104], 'right');
  part('Power', of('power'), [436, top + 25], [446, top + 20], 'right');
  page.restore();
}

function table(page: Page, { steps }: DoorTestReport): void {
  let y = 372;
  for (const { step, result, detail, advice, ...rest } of steps) {
    page.circle(LEFT + 5, y + 5, 4).fill(COLOURS[result]);
    page
      .font('Helvetica-Bold')
      .fontSize(9.5)
      .fillColor(INK)
      .text(STEP_WORDS[step], LEFT + 16, y, { width: 130 });
    page
      .font('Helvetica')
      .fillColor(COLOURS[result])
      .text(MARKS[result], LEFT + 150, y, { width: 50 });
    page
      .fillColor(INK)
      .fontSize(9)
      .text(printable(detail), LEFT + 204, y, { width: 295, height: 22, ellipsis: true });
    const more = [measuredWords(rest).join(', '), advice && `To check: ${printable(advice)}`].filter(Boolean);
    page.fillColor(advice ? COLOURS.failed : QUIET).fontSize(8);
    page.text(more.join('. '), LEFT + 204, y + 12, { width: 295, height: 20, ellipsis: true });
    y += 38;
    page
      .moveTo(LEFT, y - 5)
      .lineTo(RIGHT, y - 5)
      .lineWidth(0.4)
      .stroke(LINE);
  }
}

function footer(page: Page, { id }: DoorTestReport, keyId: string): void {
  page.font('Helvetica').fontSize(7.5).fillColor(QUIET);
  page.text(
    `Report ${id}, signed with the gateway's key ${keyId} (Ed25519). One changed byte of this file, or of the JSON attached to it, and "doorctl report verify FILE" says that it was altered.`,
    LEFT,
    768,
    { width: RIGHT - LEFT, height: 24 },
  );
}
