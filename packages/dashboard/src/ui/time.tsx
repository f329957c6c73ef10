import { useNow } from '../clock.js';
import { ago, briefly, exactly } from '../words.js';

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
