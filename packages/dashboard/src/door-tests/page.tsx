import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call, query } from '../api.js';
import { phrase, rich, text } from '../language/text.js';
import { useHere } from '../session.js';
import { Filters, Tools } from '../ui/lists/filters.jsx';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { useChoice } from '../ui/page/address.js';
import { Title } from '../ui/page/title.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago, At } from '../ui/parts/time.jsx';
import { RESULT_WORDS, ReportFiles, TestResult, testerWords } from './report.jsx';

const STATES = ['never', 'failed', 'incomplete', 'passed'] as const;
type TestState = (typeof STATES)[number];
const STATE_WORDS: Record<TestState, string> = { ...RESULT_WORDS, never: phrase('Never tested') };

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
        note={text(
          'The last guided test of each door. Doors that were never tested come first, then those tested longest ago.',
        )}
        actions={
          <Button
            component="a"
            variant="default"
            href={`/dashboard/door-tests/export${query({ location: locationId })}`}
            download="door-tests.csv"
          >
            {text('Export as CSV')}
          </Button>
        }
      >
        {text('Door tests')}
      </Title>
      {found && (
        <Tools>
          <Filters
            choices={STATES.map((value) => ({ value, words: text(STATE_WORDS[value]), count: found[value] }))}
            value={only}
            onChange={setOnly}
          />
        </Tools>
      )}
      <List
        label={text('Door tests')}
        asked={pages}
        rows={pages.rows}
        keyOf={({ lock }) => lock.id}
        heads={[text('Door'), text('Result'), text('Tested'), text('Report')]}
        empty={
          only
            ? text('No door here is in that state. Press “{state}” again to see all.', {
                state: text(STATE_WORDS[only]),
              })
            : text('No door here is driven by a gateway.')
        }
      >
        {({ lock, location, last }) => (
          <>
            <td>
              <Link href={`/doors/${lock.id}`}>{lock.name}</Link>
              <small>{[lock.place, location.name].filter(Boolean).join(' · ')}</small>
            </td>
            <td>{last ? <TestResult result={last.result} /> : text('Never tested')}</td>
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
          {rich(
            'A door is tested on its gateway: <code>door-agent test --lan</code> leads through it on a phone, and sends the signed report.',
            { code: (parts) => <code>{parts}</code> },
          )}
        </Note>
      )}
    </>
  );
}
