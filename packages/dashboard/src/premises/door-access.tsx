import { text } from '../language/text.js';
import { One } from '../ui/lists/one.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Callout } from '../ui/parts/text.jsx';
import { Holders } from './holders.jsx';

/** Who can open a door. */
export default function DoorAccessPage({ id }: { id: number }) {
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
          <Holders of="doors" id={id} title={text('People with a key')} locationId={door.location.id}>
            {({ held_by_schedule: held }, words, isNow) =>
              held && (
                <Callout>
                  {text(
                    'The schedule holds the door open {isNow, select, yes {now} other {then}}{first, select, yes {, once the first person has come in} other {}}{hasEnd, select, yes {, until {end}} other {}}: everyone can come in.',
                    {
                      isNow: isNow ? 'yes' : 'no',
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
