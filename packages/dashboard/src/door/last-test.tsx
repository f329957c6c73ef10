import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { ReportFiles, TestResult, testerWords } from '../door-tests/report.jsx';
import { AtClock } from '../ui/time.jsx';
import type { ZoneWords } from '../zone.rules.js';
import { measuredWords, STEP_WORDS } from './test-words.rules.js';

/** The newest report of the guided door test; the ones before it by their date. */
export function LastTest({ id, words }: { id: number; words: ZoneWords }) {
  const reports = useQuery({
    queryKey: ['door', id, 'reports'],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/reports`, { signal }),
  });
  const [last, ...before] = reports.data?.data ?? [];
  return (
    <section className="card last-test">
      <h2>Door test</h2>
      {reports.isSuccess && !last && (
        <p className="note">
          Nobody has tested this door yet. Run <code>door-agent test</code> on its gateway.
        </p>
      )}
      {last && (
        <>
          <p>
            <TestResult result={last.result} /> <AtClock words={words} at={last.finished_at} />
            <small>{` ${testerWords(last)}`}</small>
          </p>
          <ul className="commands">
            {last.steps.map((step) => (
              <li key={step.step}>
                <span>
                  {STEP_WORDS[step.step] ?? step.step}
                  <small>{[step.detail, ...measuredWords(step.measured)].join(', ')}</small>
                  {step.advice && <small className="fault">{`To check: ${step.advice}`}</small>}
                </span>
                <TestResult result={step.result} />
              </li>
            ))}
          </ul>
          <ReportFiles lockId={id} report={last} />
        </>
      )}
      {before.length > 0 && (
        <ul className="commands">
          {before.map((report) => (
            <li key={report.id}>
              <span>
                <AtClock words={words} at={report.finished_at} />
                <ReportFiles lockId={id} report={report} />
              </span>
              <TestResult result={report.result} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
