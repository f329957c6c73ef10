import { rich, text } from '../language/text.js';
import type { Gateway } from '../types.js';
import { State } from '../ui/parts/badge.jsx';
import { At } from '../ui/parts/time.jsx';

export function Presence({
  gateway,
}: {
  gateway: Pick<Gateway, 'online' | 'online_since' | 'revoked_at' | 'location'>;
}) {
  if (gateway.revoked_at) return <State tone="alarm">{text('Revoked')}</State>;
  if (gateway.online === null) return <State tone="quiet">{text('Never heard')}</State>;
  return (
    <>
      <State tone={gateway.online ? 'good' : 'warning'}>
        {gateway.online ? text('Online') : text('Offline')}
      </State>
      {gateway.online_since && (
        <small>
          {' '}
          {rich('since {time}', {
            time: <At at={gateway.online_since} locationId={gateway.location.id} />,
          })}
        </small>
      )}
    </>
  );
}
