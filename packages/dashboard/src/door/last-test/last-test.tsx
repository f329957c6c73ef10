import { useQuery } from '@tanstack/react-query';
import { call } from '../../api.js';
import { ReportFiles, TestResult, testerWords } from '../../door-tests/report.jsx';
import { rich, text } from '../../language/text.js';
import { Card } from '../../ui/parts/card.jsx';
import { Note } from '../../ui/parts/text.jsx';
import { AtClock } from '../../ui/parts/time.jsx';
import type { ZoneWords } from '../../words/zone.rules.js';
import list from '../commands.module.css';
import styles from './last-test.module.css';
import { AddPhoto, TestPhotos } from './test-photos.jsx';
import { measuredWords, STEP_WORDS } from './test-words.js';

/** The newest report of the guided door test; the ones before it by their date. */
export function LastTest({ id, words }: { id: number; words: ZoneWords }) {
  const reports = useQuery({
    queryKey: ['door', id, 'reports'],
    queryFn: ({ signal }) => call('GET', `/doors/${id}/reports`, { signal }),
  });
  const [last, ...before] = reports.data?.data ?? [];
  return (
    <Card className={styles.lastTest}>
      <h2>{text('Door test')}</h2>
      {reports.isSuccess && !last && (
        <Note>
          {rich('No one has tested this door yet. Run <code>door-agent test</code> on its gateway.', {
            code: (parts) => <code key="command">{parts}</code>,
          })}
        </Note>
      )}
      {last && (
        <>
          <p>
            <TestResult result={last.result} /> <AtClock words={words} at={last.finished_at} />
            <small>{` ${testerWords(last)}`}</small>
          </p>
          <ul className={list.commands}>
            {last.steps.map((step) => (
              <li key={step.step}>
                <span>
                  {text(STEP_WORDS[step.step] ?? step.step)}
                  <small>{[step.detail, ...measuredWords(step.measured)].join(', ')}</small>
                  {step.advice && (
                    <small className={styles.advice}>
                      {text('To check: {advice}', { advice: step.advice })}
                    </small>
                  )}
                </span>
                <TestResult result={step.result} />
              </li>
            ))}
          </ul>
          <ReportFiles lockId={id} report={last} />
          <TestPhotos report={last} words={words} />
          <AddPhoto report={last} />
        </>
      )}
      {before.length > 0 && (
        <ul className={list.commands}>
          {before.map((report) => (
            <li key={report.id}>
              <span>
                <AtClock words={words} at={report.finished_at} />
                <ReportFiles lockId={id} report={report} />
                <TestPhotos report={report} words={words} />
              </span>
              <TestResult result={report.result} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
