import { NativeSelect } from '@mantine/core';
import { now, useNow } from '../clock.js';
import { useHere } from '../session.js';
import { ago } from '../words.js';
import { cityOf, WHOSE, type Whose, wordsOf, type ZoneWords, zoneOf } from '../zone.rules.js';
import { OWN_ZONE, useWhose } from './whose.js';

/** The words for what happened at a location, by whichever clock is chosen; null: of no place in particular. */
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
  /** Where it was; left out, it is told by the clock of the location looked at. */
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

/** When something happened, to the second; where the clock is another than that of the location looked at, it is named. */
export function At({ at, locationId }: MomentProps) {
  const words = useWords(locationId);
  const here = useWords();
  return (
    <>
      <AtClock words={words} at={at} />
      {words.timezone !== here.timezone && <small className="zone">{` ${cityOf(words.timezone)}`}</small>}
    </>
  );
}

/** A moment that somebody has set, to the minute. */
export function Planned({ at, locationId }: MomentProps) {
  const words = useWords(locationId);
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {words.moment(at)}
    </time>
  );
}

/** When something happened, on a page of one place. */
export function AtClock({ words, at }: { words: ZoneWords; at: string }) {
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {words.instant(at)}
    </time>
  );
}

/** Likewise under the heading of its day. */
export function AtTime({ words, at }: { words: ZoneWords; at: string }) {
  return (
    <time dateTime={at} title={exactly(words, at)}>
      {words.clock(at)}
    </time>
  );
}

/** With the time zone, for whoever hovers. */
const exactly = (words: ZoneWords, at: string): string => `${words.exactly(at)}, ${words.timezone}`;

const NAMES: Record<Whose, string> = { site: 'Site time', mine: `My time (${cityOf(OWN_ZONE)})` };

/** Chooses whose clock all pages show, and shows which is in force. */
export function WhoseTime() {
  const [whose, choose] = useWhose();
  return (
    <NativeSelect
      size="xs"
      label="Times shown"
      value={whose}
      onChange={(event) => choose(event.currentTarget.value as Whose)}
    >
      {WHOSE.map((one) => (
        <option key={one} value={one}>
          {NAMES[one]}
        </option>
      ))}
    </NativeSelect>
  );
}

/** Which clock the times beside it are of, where that could be another, and the way to it; `locationId`: all of one place. */
export function ZoneNote({ locationId }: { locationId?: number }) {
  const { locations } = useHere();
  const [whose, choose] = useWhose();
  const { timezone } = useWords(locationId);
  if (locations.every((one) => one.timezone === OWN_ZONE)) return null;
  const isMine = whose === 'mine';
  const isOfMany = locationId === undefined && new Set(locations.map((one) => one.timezone)).size > 1;
  return (
    <p className="note zone-note">
      {isMine
        ? `Times are your own, of ${OWN_ZONE}. `
        : isOfMany
          ? `Times are those of each place; where none is named, of ${timezone}. `
          : `Times are those of the site, of ${timezone}. `}
      <button type="button" className="link" onClick={() => choose(isMine ? 'site' : 'mine')}>
        {isMine ? 'Show site time' : 'Show my time'}
      </button>
    </p>
  );
}
