import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { useHere } from '../session.js';
import { useChoice } from '../ui/address.js';
import { Filters, Tools } from '../ui/filters.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { Note } from '../ui/text.jsx';
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
      {found && (
        <Tools>
          <Filters
            choices={STATES.map((value) => ({ value, words: STATE_WORDS[value], count: found[value] }))}
            value={only}
            onChange={setOnly}
          />
        </Tools>
      )}
      <List
        label="Door tests"
        asked={pages}
        rows={pages.rows}
        keyOf={({ lock }) => lock.id}
        heads={['Door', 'Result', 'Tested', 'Report']}
        empty={
          only
            ? `No door here is in that state. Press “${STATE_WORDS[only]}” again to see all.`
            : 'There are no doors here that a gateway drives.'
        }
      >
        {({ lock, location, last }) => (
          <>
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
          </>
        )}
      </List>
      {found && found.never > 0 && (
        <Note>
          A door is tested on its gateway: <code>door-agent test --lan</code> leads through it on a phone, and
          hands in the signed report.
        </Note>
      )}
    </>
  );
}
