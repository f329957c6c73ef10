import { text } from '../language/text.js';
import { Back } from '../ui/back.jsx';
import { One } from '../ui/one.jsx';
import { Callout } from '../ui/text.jsx';
import { useWords } from '../ui/time.jsx';
import { Title } from '../ui/title.jsx';
import { Holders } from './holders.jsx';

/** Who can open a door. */
export default function DoorAccessPage({ id }: { id: number }) {
  const words = useWords();
  return (
    <One
      title={text('Who can open this door')}
      of={['door', id]}
      path={`/doors/${id}`}
      gone={text('This door does not exist, or it is outside your location.')}
      back={<Back to={`/doors/${id}`}>{text('The door')}</Back>}
    >
      {(door) => (
        <>
          <Title note={[door.place, door.location.name].filter(Boolean).join(' · ')}>
            {text('Who can open {name}', { name: door.name })}
          </Title>
          <Holders of="doors" id={id} title={text('People with a key')}>
            {({ held_by_schedule: held }) =>
              held && (
                <Callout>
                  {text(
                    'The schedule holds the door open then{first, select, yes {, once the first person has come in} other {}}{hasEnd, select, yes {, until {end}} other {}}: everyone can come in.',
                    {
                      first: held.first_person_in ? 'yes' : 'no',
                      hasEnd: held.until ? 'yes' : 'no',
                      end: held.until ? words.moment(held.until) : '',
                    },
                  )}
                </Callout>
              )
            }
          </Holders>
        </>
      )}
    </One>
  );
}
