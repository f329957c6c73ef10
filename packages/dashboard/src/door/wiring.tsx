import { Link } from 'wouter';
import type { Door } from '../types.js';
import { Card, Facts } from '../ui/card.jsx';
import { Note } from '../ui/text.jsx';
import { Ago } from '../ui/time.jsx';

/** What is wired to the door's gateway and what it reads, as the gateway said it, and what the service makes of it. */
export function Wiring({ door }: { door: Door }) {
  const { features, gateway, gateway_reported: reported } = door;
  const wired = (is: boolean, reads: string, without: string) =>
    is ? `Wired${reads}` : `Not wired${without}`;
  const facts: [string, string][] = [
    [
      'Door contact (input 1)',
      wired(
        features.door_contact,
        door.contact_fault !== undefined
          ? `, but cannot be read: ${door.contact_fault}`
          : door.door_state === 'unknown'
            ? ''
            : `, reads ${door.door_state}`,
        ': it is not known whether the door is open',
      ),
    ],
    ['Exit button (input 2)', wired(features.exit_button, '', ': forced-open detection is off')],
    ['Strike relay', `${door.strike_on ? 'On now' : 'Off'}, pulses ${door.strike_seconds} s at an unlock`],
    [
      'Hold relay',
      wired(
        features.hold_relay,
        door.hold_open ? ', on: the door is held open' : ', off',
        ': it cannot be held open',
      ),
    ],
    [
      'Forced-open detection',
      features.forced_open_detection ? 'On' : 'Off: it needs a contact and an exit button',
    ],
    ['Left-open alarm', `${door.left_open_seconds} s after an opening without a close`],
  ];
  return (
    <Card aria-labelledby="wiring">
      <h2 id="wiring">Wiring</h2>
      <Facts
        lines={[
          ...facts,
          [
            'Gateway',
            gateway ? (
              <Link
                key="gateway"
                href={`/gateways/${gateway.id}`}
              >{`${gateway.name}, door ${door.door}`}</Link>
            ) : (
              'None'
            ),
          ],
        ]}
      />
      {reported && (
        <Note>
          {`As its gateway reported${reported.agent_version ? ` (agent ${reported.agent_version})` : ''}`}
          {door.online && door.online_since && (
            <>
              {' when it connected '}
              <Ago at={door.online_since} locationId={door.location.id} />
            </>
          )}
          .
        </Note>
      )}
    </Card>
  );
}
