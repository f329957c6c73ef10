import { canonicalJson, type Json } from '@door-access/protocol';
import {
  type DoorTestReport,
  pageTrailer,
  REPORT_FORMAT,
  type SignedReport,
  type StepResult,
  signedPagePrefix,
  signedReportText,
} from '@door-access/protocol/setup';
import type { ReportKey } from '../tools/report-key.js';
import { overall } from './steps.rules.js';

/* The result of a door test, signed by this gateway. */

export interface ReportFacts extends Omit<DoorTestReport, 'format' | 'result' | 'steps'> {
  readonly steps: readonly StepResult[];
}

export function makeReport({ steps, ...facts }: ReportFacts): DoorTestReport {
  return { format: REPORT_FORMAT, ...facts, result: overall(steps), steps: [...steps] };
}

/** The stored text: canonical, so that any changed byte changes the text. */
export function signReport(report: DoorTestReport, key: ReportKey): string {
  const signed: SignedReport = {
    report,
    key_id: key.keyId,
    public_key: key.publicKey,
    signature: key.sign(Buffer.from(signedReportText(report))),
  };
  return `${canonicalJson(signed as unknown as Json)}\n`;
}

/** The page with its signature after its end, where PDF readers do not look. */
export function signPage(pdf: Uint8Array, gatewayId: string, key: ReportKey): Buffer {
  // The trailer is a comment, on a line of its own.
  const page = Buffer.concat([pdf, Buffer.from('\n')]);
  const signature = key.sign(Buffer.concat([Buffer.from(signedPagePrefix(gatewayId)), page]));
  return Buffer.concat([page, Buffer.from(pageTrailer(gatewayId, key.keyId, signature))]);
}
