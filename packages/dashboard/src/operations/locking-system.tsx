import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { locale, text } from '../language/text.js';
import { useHere } from '../session.js';
import { Title } from '../ui/page/title.jsx';
import { State } from '../ui/parts/badge.jsx';
import { Card, Facts } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { judge, type LockingSystem } from './locking-system.rules.js';

const AGAIN_MS = 5_000;

/** Whether the system behind the doors that are no remote ones can be relied on, in words. */
export default function LockingSystemPage() {
  const { locationId } = useHere();
  const time = useNow(1_000);
  const system = useQuery({
    queryKey: ['locking-system', locationId],
    queryFn: ({ signal }) => call('GET', '/locking-system', { location: locationId, signal }),
    refetchInterval: AGAIN_MS,
  });
  const { data } = system;
  if (!data)
    return (
      <>
        <Title>{text('Locking system')}</Title>
        {system.isError && <Failure error={system.error} again={() => void system.refetch()} />}
      </>
    );
  const verdict = judge(data, time);
  const facts: [string, React.ReactNode][] = [
    [
      text('Its doors'),
      data.locks === 0
        ? text('none here')
        : text('{count, plural, one {# door} other {# doors}}', { count: data.locks }),
    ],
  ];
  if (data.condition) {
    const { url, fault } = data.condition;
    facts.push(
      [text('Address'), <code key="url">{url}</code>],
      [text('Calls'), callWords(data.condition)],
      [text('Last error'), fault ?? text('no error')],
    );
  }
  if (data.feed) {
    const { read_at, cursor, failures, fault } = data.feed;
    facts.push(
      [text('Last read'), read_at ? <Ago key="read" at={read_at} /> : text('never')],
      [text('Read up to'), cursor === '' ? text('nothing yet') : <code key="cursor">{cursor}</code>],
      [
        text('Reading'),
        failures > 0
          ? text('{count, plural, one {failed once: {reason}} other {failed # times in a row: {reason}}}', {
              count: failures,
              reason: fault ?? text('no reason is known'),
            })
          : text('works'),
      ],
      [text('Doors not reported closed yet'), data.open_doors.toLocaleString(locale)],
    );
  }
  return (
    <>
      <Title note={text('The system behind the doors that this service does not open itself.')}>
        {text('Locking system')}
      </Title>
      {system.isError && <Failure error={system.error} />}
      <Card>
        <h2>
          <State tone={verdict.tone}>{text(verdict.word)}</State>
        </h2>
        {verdict.sentences.map((sentence) => (
          <p key={sentence}>{text(sentence)}</p>
        ))}
        <Facts lines={facts} />
      </Card>
    </>
  );
}

/** Whether calls of it are let through. */
function callWords({ failures: count, breaker, wait_ms }: NonNullable<LockingSystem['condition']>): string {
  if (breaker === 'trying') return text('one is on its way, to see whether it answers again');
  if (breaker !== 'open')
    return count > 0
      ? text(
          '{count, plural, one {let through; the last one failed} other {let through; the last # failed}}',
          {
            count,
          },
        )
      : text('let through');
  return wait_ms === null
    ? text('{count, plural, one {held back, after # failure} other {held back, after # failures in a row}}', {
        count,
      })
    : text(
        '{count, plural, one {held back for {seconds, number} s more, after # failure} other {held back for {seconds, number} s more, after # failures in a row}}',
        { count, seconds: Math.ceil(wait_ms / 1_000) },
      );
}
