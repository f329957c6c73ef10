import { query } from '../api.js';
import { language, phrase, text } from '../language/text.js';
import type { DoorTestReport } from '../types.js';
import { State } from '../ui/parts/badge.jsx';
import styles from './report.module.css';

const TONES = { passed: 'good', failed: 'alarm', incomplete: 'warning', skipped: 'warning' } as const;
export const RESULT_WORDS = {
  passed: phrase('Passed'),
  failed: phrase('Failed'),
  incomplete: phrase('Incomplete'),
  skipped: phrase('Left out'),
} as const;

export function TestResult({ result }: { result: keyof typeof RESULT_WORDS }) {
  return <State tone={TONES[result]}>{text(RESULT_WORDS[result])}</State>;
}

/** Who tested, on what. */
export const testerWords = ({ by, simulated }: Pick<DoorTestReport, 'by' | 'simulated'>): string =>
  by
    ? simulated
      ? text('by {name} on simulated hardware', { name: by })
      : text('by {name}', { name: by })
    : simulated
      ? text('on simulated hardware')
      : '';

/** The report with the names of the site, and what the gateway signed, as it came. */
export function ReportFiles({
  lockId,
  report,
}: {
  lockId: number;
  report: Pick<DoorTestReport, 'id' | 'has_pdf'>;
}) {
  const href = (format: string) => `/dashboard/doors/${lockId}/reports/${report.id}/${format}`;
  return (
    <span className={styles.files}>
      <a href={`${href('cover')}${query({ language })}`} download>
        {text('Report as PDF')}
      </a>
      {report.has_pdf && (
        <a href={href('pdf')} download>
          {text('Signed page')}
        </a>
      )}
      <a href={href('json')} download>
        {text('Signed JSON')}
      </a>
    </span>
  );
}
