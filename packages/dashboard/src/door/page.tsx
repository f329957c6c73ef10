import { useEffect, useState } from 'react';
import { after, now, useNow } from '../clock.js';
import { phrase, rich, text } from '../language/text.js';
import { AlarmStrip } from '../overview/alarms.jsx';
import { useOverview } from '../overview/query.js';
import { alarmsByLock, isUnderTest, STATUS_WORDS, type Status, statusOf } from '../overview/status.rules.js';
import { holdWords } from '../overview/status-words.js';
import { DoorSetUpCard } from '../premises/door-set-up.jsx';
import { WhoCanOpen } from '../premises/who-can-open.jsx';
import { Schedule } from '../schedules/card.jsx';
import { useHere } from '../session.js';
import type { Door } from '../types.js';
import { One } from '../ui/lists/one.jsx';
import { Back } from '../ui/page/back.jsx';
import { Title } from '../ui/page/title.jsx';
import { Card } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { AtClock, useWords, ZoneNote } from '../ui/parts/time.jsx';
import { hardwareWords } from '../words/why-words.js';
import type { ZoneWords } from '../words/zone.rules.js';
import { wordsOf } from '../words/zone-words.js';
import { Actions } from './actions.jsx';
import { Commands } from './commands.jsx';
import { LastTest } from './last-test/last-test.jsx';
import { Maintenance } from './maintenance/maintenance.jsx';
import card from './now.module.css';
import styles from './page.module.css';
import { DoorPicture } from './picture.jsx';
import { ReaderCard } from './reader.jsx';
import { Day } from './timeline/day.jsx';
import { useMoment } from './timeline/moment.js';
import { Then } from './timeline/then.jsx';
import { Timeline } from './timeline/timeline.jsx';
import { Wiring } from './wiring.jsx';

export default function DoorPage({ id }: { id: number }) {
  return (
    <One
      title={text('Door')}
      of={['door', id]}
      path={`/doors/${id}`}
      gone={text(
        'This door does not exist, or it is outside your location. Choose another one under All doors.',
      )}
      back={<Back to="/">{text('All doors')}</Back>}
    >
      {(data) => <Whole door={data} />}
    </One>
  );
}

function Whole({ door }: { door: Door }) {
  const { mayWrite, locationId } = useHere();
  const overview = useOverview(locationId);
  const words = useWords(door.location.id);
  const [at, goTo] = useMoment();
  const alarms = (overview.data?.alarms ?? []).filter((alarm) => alarm.lock.id === door.id);
  const isRemote = door.features.remote_unlock;
  return (
    <>
      <Title note={[door.place, door.location.name].filter(Boolean).join(' · ')}>{door.name}</Title>
      <AlarmStrip alarms={alarms} />
      <div className={styles.page}>
        <div className={styles.first}>
          {at === null ? (
            <Present
              door={door}
              words={words}
              status={statusOf(door, alarmsByLock(alarms))}
              mayCommand={mayWrite && isRemote}
            />
          ) : (
            <Then door={door} words={words} at={at} onNow={() => goTo(null)} />
          )}
          {at === null && isRemote && <Maintenance door={door} words={words} mayCommand={mayWrite} />}
          {at === null && mayWrite && door.has_reader && <ReaderCard id={door.id} />}
        </div>
        <div className={styles.history}>
          <Day door={door} words={words} at={at} onAt={goTo} />
          <Timeline lockId={door.id} words={words} at={at} onAt={goTo} />
        </div>
        <div className={styles.more}>
          <WhoCanOpen id={door.id} />
          {/* A schedule is always in the door's time zone, whichever clock is chosen. */}
          {isRemote && <Schedule door={door} words={wordsOf(door.timezone, now)} />}
          {isRemote && <Commands id={door.id} words={words} />}
          {isRemote && <LastTest id={door.id} words={words} />}
          {isRemote && <Wiring door={door} />}
          <DoorSetUpCard id={door.id} />
        </div>
      </div>
      <ZoneNote locationId={door.location.id} />
    </>
  );
}

/** What each alarm means, for a person who sees one for the first time. */
const MEANINGS: Partial<Record<Status, string>> = {
  forced: phrase(
    'It opened although no one had unlocked it or pressed the exit button in the ten seconds before, and it was not held open.',
  ),
  left_open: phrase('It was not reported closed in time.'),
};

interface PresentProps {
  door: Door;
  words: ZoneWords;
  status: Status;
  mayCommand: boolean;
}

function Present({ door, words, status, mayCommand }: PresentProps) {
  const [unlocks, setUnlocks] = useState(0);
  const strikeMs = door.strike_seconds * 1_000;
  const why = holdWords(door, words.moment);
  const time = useNow();
  const meaning = MEANINGS[status];
  useEffect(() => {
    if (unlocks === 0) return;
    return after(strikeMs, () => setUnlocks(0));
  }, [unlocks, strikeMs]);
  return (
    <>
      <Card className={card.now} aria-label={text('Now')}>
        <DoorPicture
          name={door.name}
          doorState={door.door_state}
          isUnread={door.contact_fault !== undefined}
          isHeld={door.hold_open}
          status={status}
          isUnlocked={unlocks > 0 || door.strike_on}
        />
        <p className={card.status} data-status={status} role="status">
          <i aria-hidden="true" />
          {text(STATUS_WORDS[status])}
          {why && <small>{why}</small>}
        </p>
        {meaning && <Note>{text(meaning)}</Note>}
        {(status === 'forced' || status === 'left_open') && <Note>{nowWords(door)}</Note>}
        {status === 'held' && door.door_state !== 'unknown' && (
          <Note>
            {door.door_state === 'open'
              ? text('Anyone can come in; it is open now.')
              : text('Anyone can come in; it is closed now.')}
          </Note>
        )}
        {door.contact_fault !== undefined && (
          <Note role="status">
            {text(
              'Whether it is open is not known: its contact cannot be read ({error}). The state is shown again when it can.',
              { error: hardwareWords(door.contact_fault) },
            )}
          </Note>
        )}
        {isUnderTest(door, time) && (
          <Note role="status">
            {text('Under test until {time}: its events are recorded but raise no alarm.', {
              time: words.clock(door.under_test_until ?? ''),
            })}
          </Note>
        )}
        <Presence door={door} words={words} />
      </Card>
      {mayCommand && (
        <Actions door={door} words={words} onUnlocked={() => setUnlocks((count) => count + 1)} />
      )}
    </>
  );
}

function nowWords({ door_state }: Door): string {
  if (door_state === 'unknown') return text('Whether it is open now is not known.');
  return door_state === 'open' ? text('It is open now.') : text('It is closed now.');
}

function Presence({ door, words }: { door: Door; words: ZoneWords }) {
  if (door.online === null)
    return <Note>{text('A lock of the locking system; it is not opened over the network.')}</Note>;
  if (!door.online_since) return <Note>{text('Its gateway has never connected.')}</Note>;
  return (
    <Note>
      {rich(door.online ? phrase('Online since {time}') : phrase('Offline since {time}'), {
        time: <AtClock key="time" words={words} at={door.online_since} />,
      })}
      {door.gateway && ` · ${door.gateway.name}`}
    </Note>
  );
}
