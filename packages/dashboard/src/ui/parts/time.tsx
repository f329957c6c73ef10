import { NativeSelect } from '@mantine/core';
import { now, useNow } from '../../clock.js';
import { phrase, text } from '../../language/text.js';
import { useHere } from '../../session.js';
import { ago } from '../../words/durations.js';
import { cityOf, WHOSE, type Whose, type ZoneWords, zoneOf } from '../../words/zone.rules.js';
import { wordsOf } from '../../words/zone-words.js';
import { LinkButton } from './button.jsx';
import { Note } from './text.jsx';
import { OWN_ZONE, useWhose } from './whose.js';

/** Formats times at a location, by the chosen clock; null: no particular location. */
export function useWordsAt(): (locationId: number | null) => ZoneWords {
  const { locations, locationId, me } = useHere();
  const [whose] = useWhose();
  const lookedAt = locationId ?? me.location.id;
  return (id) => wordsOf(zoneOf(whose, locations, id, lookedAt, OWN_ZONE), now);
}

export function useWords(locationId: number | null = null): ZoneWords {
  return useWordsAt()(locationId);
}

interface MomentProps {
  at: string;
  /** Its location; if left out, the clock of the chosen location is used. */
  locationId?: number | null;
}

/** A moment: how long ago, and exactly on hovering. */
export function Ago({ at, locationId }: MomentProps) {
  const time = useNow();
  const words = useWords(locationId);
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {ago(at, time)}
    </time>
  );
}

/** A time to the second; its time zone is named if it differs from that of the chosen location. */
export function At({ at, locationId }: MomentProps) {
  const words = useWords(locationId);
  const city = useOtherCity(words);
  return (
    <>
      <AtClock words={words} at={at} />
      {city && <small>{` ${city}`}</small>}
    </>
  );
}

/** Names a time zone other than that of the chosen location. */
function useOtherCity({ timezone }: ZoneWords): string | null {
  const here = useWords();
  return timezone === here.timezone ? null : cityOf(timezone);
}

/** A moment that a person has set, to the minute; its time zone likewise. */
export function Planned({ at, locationId }: MomentProps) {
  const words = useWords(locationId);
  const city = useOtherCity(words);
  return (
    <>
      <time dateTime={at} title={exactly(words, at)}>
        {words.moment(at)}
      </time>
      {city && ` ${city}`}
    </>
  );
}

/** A time on a page about one location. */
export function AtClock({ words, at }: { words: ZoneWords; at: string }) {
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {words.instant(at)}
    </time>
  );
}

/** A time below the heading of its day. */
export function AtTime({ words, at }: { words: ZoneWords; at: string }) {
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {words.clock(at)}
    </time>
  );
}

/** The tooltip: the exact time with its time zone. */
const exactly = (words: ZoneWords, at: string): string => `${words.exactly(at)}, ${words.timezone}`;

const NAMES: Record<Whose, string> = { site: phrase('Site time'), mine: phrase('My time ({city})') };

/** Chooses the clock that all pages show. */
export function WhoseTime() {
  const [whose, choose] = useWhose();
  return (
    <NativeSelect
      size="xs"
      label={text('Times shown')}
      value={whose}
      onChange={(event) => choose(event.currentTarget.value as Whose)}
    >
      {WHOSE.map((one) => (
        <option key={one} value={one}>
          {text(NAMES[one], { city: cityOf(OWN_ZONE) })}
        </option>
      ))}
    </NativeSelect>
  );
}

/**
 * Names the clock of the times shown if there is another one, with a button to switch, and says of a demo how much of its
 * past was made up; `locationId`: all are at one location.
 */
export function ZoneNote({ locationId }: { locationId?: number }) {
  const { me, locations } = useHere();
  const [whose, choose] = useWhose();
  const words = useWords(locationId);
  const { timezone } = words;
  const until = me.generated_until;
  const made =
    until && text('The past of this demo, up to {time}, was generated.', { time: words.moment(until) });
  if (locations.every((one) => one.timezone === OWN_ZONE)) return made ? <Note>{made}</Note> : null;
  const isMine = whose === 'mine';
  const isOfMany = locationId === undefined && new Set(locations.map((one) => one.timezone)).size > 1;
  return (
    <Note>
      {made}{' '}
      {isMine
        ? text('Times are in your own time zone, {timezone}.', { timezone: OWN_ZONE })
        : isOfMany
          ? text('Times are local to each place; where no place is named, in {timezone}.', { timezone })
          : text('Times are in the time zone of the site, {timezone}.', { timezone })}{' '}
      <LinkButton onClick={() => choose(isMine ? 'site' : 'mine')}>
        {isMine ? text('Show site time') : text('Show my time')}
      </LinkButton>
    </Note>
  );
}
