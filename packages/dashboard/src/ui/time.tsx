import { now, useNow } from '../clock.js';
import { useHere } from '../session.js';
import { ago, briefly, exactly } from '../words.js';
import { zoneWords } from '../zone.rules.js';

/** A moment: how long ago, and exactly on hovering. */
export function Ago({ at }: { at: string }) {
  const time = useNow();
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at, time)}
    </time>
  );
}

export function At({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactly(at)}>
      {briefly(at)}
    </time>
  );
}

/** Words a moment by the clock of a location, which is that of its doors. */
export function useMomentAt(): (locationId: number, at: string) => string {
  const { locations } = useHere();
  return (locationId, at) => {
    const there = locations.find(({ id }) => id === locationId);
    return there ? zoneWords(there.timezone, now).moment(at) : briefly(at);
  };
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
