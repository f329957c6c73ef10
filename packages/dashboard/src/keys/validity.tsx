import { rich, text } from '../language/text.js';
import type { Key } from '../types.js';
import { Planned } from '../ui/parts/time.jsx';

type ValidKey = Pick<Key, 'starts_at' | 'expires_at' | 'location'>;

/** From when until when a key opens, by the clock of its place. */
export const Validity = ({ of: { starts_at, expires_at, location } }: { of: ValidKey }) => (
  <>
    {rich('from {time}', { time: <Planned key="from" at={starts_at} locationId={location.id} /> })}
    <small>
      {expires_at
        ? rich('until {time}', { time: <Planned key="until" at={expires_at} locationId={location.id} /> })
        : text('without an end')}
    </small>
  </>
);
