import type { DoorTestReport } from '../types.js';
import { State } from '../ui/badge.jsx';
import styles from './report.module.css';

const TONES = { passed: 'good', failed: 'alarm', incomplete: 'warning', skipped: 'warning' } as const;
export const RESULT_WORDS = {
  passed: 'Passed',
  failed: 'Failed',
  incomplete: 'Incomplete',
  skipped: 'Left out',
} as const;

export function TestResult({ result }: { result: keyof typeof RESULT_WORDS }) {
  return <State tone={TONES[result]}>{RESULT_WORDS[result]}</State>;
}

/** Who tested, on what. */
export const testerWords = ({ by, simulated }: Pick<DoorTestReport, 'by' | 'simulated'>): string =>
  [by && `by ${by}`, simulated && 'on simulated hardware'].filter(Boolean).join(' ');

/** The signed report, as it came. */
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
      {report.has_pdf && (
        <a href={href('pdf')} download>
          Report as PDF
        </a>
      )}
      <a href={href('json')} download>
        Signed JSON
      </a>
    </span>
  );
}
