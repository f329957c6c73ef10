import { useQuery } from '@tanstack/react-query';
import { call } from '../api.js';
import { useNow } from '../clock.js';
import { useHere } from '../session.js';
import { State } from '../ui/badge.jsx';
import { Card, Facts } from '../ui/card.jsx';
import { Failure } from '../ui/failure.jsx';
import { Ago } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { plural } from '../words.js';
import { judge } from './locking-system.rules.js';

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
        <Title>Locking system</Title>
        {system.isError && <Failure error={system.error} again={() => void system.refetch()} />}
      </>
    );
  const verdict = judge(data, time);
  const facts: [string, React.ReactNode][] = [
    ['Doors of it', data.locks === 0 ? 'none here' : plural(data.locks, 'door')],
  ];
  if (data.condition) {
    const { url, failures, fault, breaker, wait_ms } = data.condition;
    facts.push(
      ['Address', <code key="url">{url}</code>],
      [
        'Calls',
        breaker === 'open'
          ? `held back${wait_ms === null ? '' : ` for ${Math.ceil(wait_ms / 1_000)} s more`}, after ${plural(failures, 'failure')} in a row`
          : breaker === 'trying'
            ? 'one is on its way, to see whether it answers again'
            : failures > 0
              ? `let through; the last ${plural(failures, 'one')} failed`
              : 'let through',
      ],
      ['Last error', fault ?? 'none'],
    );
  }
  if (data.feed) {
    const { read_at, cursor, failures, fault } = data.feed;
    facts.push(
      ['News read', read_at ? <Ago key="read" at={read_at} /> : 'never yet'],
      ['Read up to', cursor === '' ? 'nothing yet' : <code key="cursor">{cursor}</code>],
      [
        'Reading',
        failures > 0
          ? `failed ${plural(failures, 'time')} in a row: ${fault ?? 'no reason is known'}`
          : 'works',
      ],
      ['Doors not reported closed yet', String(data.open_doors)],
    );
  }
  return (
    <>
      <Title note="What stands behind the doors that this service does not open itself.">
        Locking system
      </Title>
      {system.isError && <Failure error={system.error} />}
      <Card>
        <h2>
          <State tone={verdict.tone}>{verdict.word}</State>
        </h2>
        {verdict.sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <Facts lines={facts} />
      </Card>
    </>
  );
}
