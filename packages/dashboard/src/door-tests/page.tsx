import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { useHere } from '../session.js';
import { useChoice } from '../ui/address.js';
import { Failure } from '../ui/failure.jsx';
import { Filters, Tools } from '../ui/filters.jsx';
import { More, usePages } from '../ui/more.jsx';
import { TableBox } from '../ui/table-box.jsx';
import { Empty, Note } from '../ui/text.jsx';
import { Ago, At } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { RESULT_WORDS, ReportFiles, TestResult, testerWords } from './report.jsx';

const STATES = ['never', 'failed', 'incomplete', 'passed'] as const;
type TestState = (typeof STATES)[number];
const STATE_WORDS: Record<TestState, string> = { ...RESULT_WORDS, never: 'Never tested' };

/** Which doors were tested, when and by whom: what an inspector asks for. */
export default function DoorTestsPage() {
  const { locationId } = useHere();
  const [only, setOnly] = useChoice('show', STATES);
  const counts = useQuery({
    queryKey: ['door-tests', 'counts', locationId],
    queryFn: ({ signal }) => call('GET', '/door-tests/counts', { location: locationId, signal }),
  });
  const pages = usePages(['door-tests'], '/door-tests', { state: only }, locationId);
  const found = counts.data;
  return (
    <>
      <Title
        note="The last guided test of every door: those never tested first, then those tested longest ago."
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/door-tests/export${query({ location: locationId })}`}
            download="door-tests.csv"
          >
            Export as CSV
          </Button>
        }
      >
        Door tests
      </Title>
      {pages.isError && <Failure error={pages.error} again={() => void pages.refetch()} />}
      {found && (
        <Tools>
          <Filters
            choices={STATES.map((value) => ({ value, words: STATE_WORDS[value], count: found[value] }))}
            value={only}
            onChange={setOnly}
          />
        </Tools>
      )}
      {pages.isSuccess && pages.rows.length === 0 && (
        <Empty>
          {only
            ? `No door here is in that state. Press “${STATE_WORDS[only]}” again to see all.`
            : 'There are no doors here that a gateway drives.'}
        </Empty>
      )}
      {pages.rows.length > 0 && (
        <TableBox label="Door tests">
          <table>
            <thead>
              <tr>
                <th scope="col">Door</th>
                <th scope="col">Result</th>
                <th scope="col">Tested</th>
                <th scope="col">Report</th>
              </tr>
            </thead>
            <tbody>
              {pages.rows.map(({ lock, location, last }) => (
                <tr key={lock.id}>
                  <td>
                    <Link href={`/doors/${lock.id}`}>{lock.name}</Link>
                    <small>{[lock.place, location.name].filter(Boolean).join(' · ')}</small>
                  </td>
                  <td>{last ? <TestResult result={last.result} /> : 'Never tested'}</td>
                  <td>
                    {last && (
                      <>
                        <At at={last.finished_at} locationId={location.id} />
                        <small>
                          <Ago at={last.finished_at} locationId={location.id} /> {testerWords(last)}
                        </small>
                      </>
                    )}
                  </td>
                  <td>{last && <ReportFiles lockId={lock.id} report={last} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <More pages={pages} />
      {found && found.never > 0 && (
        <Note>
          A door is tested on its gateway: <code>door-agent test --lan</code> leads through it on a phone, and
          hands in the signed report.
        </Note>
      )}
    </>
  );
}
