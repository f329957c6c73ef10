import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api.js';
import { text } from '../language/text.js';
import { useHere } from '../session.js';
import { Icon } from '../ui/parts/icon.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { named } from '../words/names.rules.js';
import styles from './banner.module.css';
import { inForceKey } from './query.js';
import { titleAt } from './words.js';

/** Changes of doors ask sooner (live.ts). */
const LOOK_EVERY_MS = 5_000;

/** On every page: what is in force where one looks, above it and below. */
export function EmergencyBanner() {
  const { locationId, locations } = useHere();
  const { data } = useQuery({
    queryKey: inForceKey(locationId),
    queryFn: ({ signal }) => call('GET', '/emergencies-in-force', { location: locationId, signal }),
    refetchInterval: LOOK_EVERY_MS,
  });
  return (
    <div role="status" aria-label={text('Emergencies')}>
      {data?.data.map(({ id, mode, drill, location, reason, started_at }) => (
        <p key={id} className={styles.banner} data-drill={drill || undefined}>
          <Icon name="alarm" />
          <span>
            <strong>{titleAt({ mode, drill }, named(location.name))}</strong>
            <span className={styles.why}>{named(reason)}</span>
          </span>
          <span className={styles.since}>
            <Ago at={started_at} locationId={location.id} />
          </span>
          {/* One that was declared above is not for this person to look into. */}
          {locations.some((one) => one.id === location.id) && (
            <Link href={`/emergencies/${id}`}>{text('See the doors')}</Link>
          )}
        </p>
      ))}
    </div>
  );
}
