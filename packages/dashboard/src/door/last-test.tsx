import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import type { DoorTestReport } from '../types.js';
import { State } from '../ui/badge.jsx';
import { At } from '../ui/time.jsx';
import { measuredWords, STEP_WORDS } from './test-words.rules.js';

const TONES = { passed: 'good', failed: 'alarm', incomplete: 'warning', skipped: 'warning' } as const;
const WORDS = { passed: 'Passed', failed: 'Failed', incomplete: 'Incomplete', skipped: 'Left out' };

/** The newest report of the guided door test; the ones before it by their date. */
export function LastTest({ id }: { id: number }) {
  const reports = useQuery({
    queryKey: ['door', id, 'reports'],
    queryFn: ({ signal }) => call<{ data: DoorTestReport[] }>('GET', `/doors/${id}/reports`, { signal }),
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
            <State tone={TONES[last.result]}>{WORDS[last.result]}</State> <At at={last.finished_at} />
            <small>{[last.by && ` by ${last.by}`, last.simulated && ' on simulated hardware']}</small>
          </p>
          <ul className="commands">
            {last.steps.map((step) => (
              <li key={step.step}>
                <span>
                  {STEP_WORDS[step.step] ?? step.step}
                  <small>{[step.detail, ...measuredWords(step.measured)].join(', ')}</small>
                  {step.advice && <small className="fault">{`To check: ${step.advice}`}</small>}
                </span>
                <State tone={TONES[step.result]}>{WORDS[step.result]}</State>
              </li>
            ))}
          </ul>
          <Files id={id} report={last} />
        </>
      )}
      {before.length > 0 && (
        <ul className="commands">
          {before.map((report) => (
            <li key={report.id}>
              <span>
                <At at={report.finished_at} />
                <Files id={id} report={report} />
              </span>
              <State tone={TONES[report.result]}>{WORDS[report.result]}</State>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Files({ id, report }: { id: number; report: DoorTestReport }) {
  const href = (format: string) => `/dashboard/doors/${id}/reports/${report.id}/${format}`;
  return (
    <span className="files">
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
