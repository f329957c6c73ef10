import { now, useNow } from '../clock.js';
import { useHere } from '../session.js';
import { ago, briefly, exactly, precisely } from '../words.js';
import { type ZoneWords, zoneWords } from '../zone.rules.js';

/** A moment: how long ago, and exactly on hovering. */
export function Ago({ at }: { at: string }) {
  const time = useNow();
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at, time)}
    </time>
  );
}

/** When something happened, to the second. */
export function At({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {precisely(at)}
    </time>
  );
}

/** A moment that somebody has set, to the minute. */
export function Planned({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {briefly(at)}
    </time>
  );
}

/** The words of a location's clock, which is that of its doors; null where the location is not known. */
function useClockAt(): (locationId: number) => ZoneWords | null {
  const { locations } = useHere();
  return (locationId) => {
    const there = locations.find(({ id }) => id === locationId);
    return there ? zoneWords(there.timezone, now) : null;
  };
}

/** Words a moment that somebody has set, by the clock of a location. */
export function useMomentAt(): (locationId: number, at: string) => string {
  const clockAt = useClockAt();
  return (locationId, at) => clockAt(locationId)?.moment(at) ?? briefly(at);
}

/** When something happened by the clock of a location, to the second. */
export function AtDoor({ locationId, at }: { locationId: number; at: string }) {
  const words = useClockAt()(locationId);
  return words ? <AtClock words={words} at={at} /> : <At at={at} />;
}

/** Likewise by the clock of a door's own page. */
export function AtClock({ words, at }: { words: ZoneWords; at: string }) {
  return (
    <time dateTime={at} title={words.exactly(at)}>
      {words.instant(at)}
    </time>
  );
}

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whose clock the times are of, where that could be another than the doors'. */
export function ZoneNote({ isDoors = false }: { isDoors?: boolean }) {
  const { locations } = useHere();
  if (locations.every(({ timezone }) => timezone === OWN)) return null;
  return (
    <p className="note">
      {isDoors ? 'Times here are those of each door’s own place.' : `Times here are your own, of ${OWN}.`}
    </p>
  );
}
