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
      title="Who can open this door"
      of={['door', id]}
      path={`/doors/${id}`}
      gone="This door does not exist, or it is outside your location."
      back={<Back to={`/doors/${id}`}>The door</Back>}
    >
      {(door) => (
        <>
          <Title note={[door.place, door.location.name].filter(Boolean).join(' · ')}>
            {`Who can open ${door.name}`}
          </Title>
          <Holders of="doors" id={id} title="People with a key">
            {({ held_by_schedule: held }) =>
              held && (
                <Callout>
                  {`By its schedule the door stands open then${held.first_person_in ? ', once the first person has come in' : ''}${held.until ? `, until ${words.moment(held.until)}` : ''}: everyone can come in.`}
                </Callout>
              )
            }
          </Holders>
        </>
      )}
    </One>
  );
}
