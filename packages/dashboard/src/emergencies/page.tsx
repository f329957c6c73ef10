import { Link } from 'wouter';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { List } from '../ui/lists/list.jsx';
import { usePages } from '../ui/lists/more.jsx';
import { Title } from '../ui/page/title.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { At } from '../ui/parts/time.jsx';
import { Declare } from './declare.jsx';
import { countWords, titleOf } from './words.js';

/** Begins emergencies and drills, and shows those that were. */
export default function EmergenciesPage() {
  const { mayWrite, locationId } = useHere();
  const pages = usePages(['emergencies', 'list'], '/emergencies', {}, locationId, { isWatched: true });
  return (
    <>
      <Title
        note={text(
          'Lock down a location, or hold its doors open so that everyone can leave, and see which doors did it.',
        )}
      >
        {text('Emergency')}
      </Title>
      {mayWrite && <Declare key={locationId} />}
      <SectionHead>
        <h2>{text('History')}</h2>
      </SectionHead>
      <List
        label={text('Emergencies and drills')}
        asked={pages}
        rows={pages.rows}
        keyOf={({ id }) => id}
        heads={[text('What'), text('Began'), text('Ended'), text('Doors')]}
        empty={text('No emergencies and no drills here yet.')}
      >
        {(one) => (
          <>
            <td>
              <Link href={`/emergencies/${one.id}`}>{titleOf(one)}</Link>
              <small>{`${one.location.name} · ${one.reason}`}</small>
            </td>
            <td>
              <At at={one.started_at} locationId={one.location.id} />
              <small>{text('by {name}', { name: one.begun_by })}</small>
            </td>
            <td>
              {one.ended_at ? (
                <>
                  <At at={one.ended_at} locationId={one.location.id} />
                  {one.ended_by && <small>{text('by {name}', { name: one.ended_by })}</small>}
                </>
              ) : (
                text('In force')
              )}
            </td>
            <td>{countWords(one.counts)}</td>
          </>
        )}
      </List>
    </>
  );
}
