import { Link } from 'wouter';
import { useHere } from '../session.js';
import { SectionHead } from '../ui/card.jsx';
import { List } from '../ui/list.jsx';
import { usePages } from '../ui/more.jsx';
import { At } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { countWords } from './counts.jsx';
import { Declare } from './declare.jsx';
import { titleOf } from './words.rules.js';

/** Begins emergencies and drills, and shows those that were. */
export default function EmergenciesPage() {
  const { mayWrite, locationId } = useHere();
  const pages = usePages(['emergencies', 'list'], '/emergencies', {}, locationId, { isWatched: true });
  return (
    <>
      <Title note="Lock down a place, or hold its doors open for everyone to leave; and see which doors did it.">
        Emergency
      </Title>
      {mayWrite && <Declare key={locationId} />}
      <SectionHead>
        <h2>History</h2>
      </SectionHead>
      <List
        label="Emergencies and drills"
        asked={pages}
        rows={pages.rows}
        keyOf={({ id }) => id}
        heads={['What', 'Began', 'Ended', 'Doors']}
        empty="There has been no emergency and no drill here."
      >
        {(one) => (
          <>
            <td>
              <Link href={`/emergencies/${one.id}`}>{titleOf(one)}</Link>
              <small>{`${one.location.name} · ${one.reason}`}</small>
            </td>
            <td>
              <At at={one.started_at} locationId={one.location.id} />
              <small>{`by ${one.begun_by}`}</small>
            </td>
            <td>
              {one.ended_at ? (
                <>
                  <At at={one.ended_at} locationId={one.location.id} />
                  <small>{`by ${one.ended_by}`}</small>
                </>
              ) : (
                'In force'
              )}
            </td>
            <td>{countWords(one.counts)}</td>
          </>
        )}
      </List>
    </>
  );
}
