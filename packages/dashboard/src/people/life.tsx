import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api.js';
import timeline from '../door/timeline/timeline.module.css';
import { text } from '../language/text.js';
import type { Person } from '../types.js';
import { More, usePages } from '../ui/lists/more.jsx';
import { SectionHead } from '../ui/parts/card.jsx';
import { Failure } from '../ui/parts/failure.jsx';
import { Icon } from '../ui/parts/icon.jsx';
import { Empty } from '../ui/parts/text.jsx';
import { AtTime, useWordsAt } from '../ui/parts/time.jsx';
import { inStory, type Moment, momentOfEvent, momentsOfInvitation, momentsOfKey } from './story.js';

/** Everything that is known of a person, newest first: keys, invitations and doors. */
export function Life({ person }: { person: Person }) {
  const wordsAt = useWordsAt();
  const filter = { person_id: person.id, limit: 100 };
  const keys = usePages(['keys', 'life'], '/keys', filter, null);
  const invitations = usePages(['keys', 'invitations'], '/invitations', filter, null);
  const events = usePages(['events', 'of-person'], '/events', { ...filter, limit: 40 }, null);
  const notices = useQuery({
    queryKey: ['keys', 'notices', person.id],
    queryFn: ({ signal }) => call('GET', `/people/${person.id}/notices`, { signal }),
    refetchInterval: 10_000,
  });
  const noticesOf = (id: number) => (notices.data?.data ?? []).filter((one) => one.invitation_id === id);
  const story = inStory(
    [
      ...keys.rows.flatMap(momentsOfKey),
      ...invitations.rows.flatMap((one) => momentsOfInvitation(one, noticesOf(one.id), wordsAt(null).moment)),
    ],
    events.rows.map(momentOfEvent),
    events.hasNextPage,
  );
  const days = new Map<string, Moment[]>();
  for (const moment of story) {
    const day = wordsAt(moment.locationId).dayHeading(moment.at);
    days.set(day, [...(days.get(day) ?? []), moment]);
  }
  const failed = [keys, invitations, events, notices].find((one) => one.isError);
  return (
    <section className={timeline.timeline} aria-labelledby="life">
      <SectionHead>
        <h2 id="life">{text('What happened')}</h2>
        <Link href={`/events?person=${person.id}`}>{text('As events, to filter and export')}</Link>
      </SectionHead>
      {failed && <Failure error={failed.error} again={() => void failed.refetch()} />}
      {events.isSuccess && keys.isSuccess && story.length === 0 && <Empty>{text('No events yet.')}</Empty>}
      {[...days].map(([day, moments]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ol>
            {moments.map(({ id, at, text: words, note, tone, icon, lock, locationId }) => (
              <li key={id} data-tone={tone}>
                <Icon name={icon} size={18} />
                <div>
                  <p>
                    <strong>
                      {words}
                      {lock && (
                        <>
                          {' · '}
                          <Link href={`/doors/${lock.id}`}>{lock.name}</Link>
                        </>
                      )}
                    </strong>
                    <AtTime words={wordsAt(locationId)} at={at} />
                  </p>
                  {note && <p className={timeline.why}>{note}</p>}
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
      <More pages={events} />
    </section>
  );
}
