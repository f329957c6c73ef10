import { Link } from 'wouter';
import { rich, text } from '../language/text.js';
import type { Door } from '../types.js';
import { Card, Facts } from '../ui/parts/card.jsx';
import { Note } from '../ui/parts/text.jsx';
import { Ago } from '../ui/parts/time.jsx';
import { hardwareWords } from '../words/why-words.js';

/** What is wired to the door's gateway and what it reads, as the gateway said it, and what the service makes of it. */
export function Wiring({ door }: { door: Door }) {
  const { features, gateway, gateway_reported: reported } = door;
  const facts: [string, string][] = [
    [text('Door contact (input 1)'), contactWords(door)],
    [
      text('Exit button (input 2)'),
      features.exit_button ? text('Wired') : text('Not wired: forced-open detection is off'),
    ],
    [
      text('Strike relay'),
      door.strike_on
        ? text('On now, pulses {seconds, number} s at an unlock', { seconds: door.strike_seconds })
        : text('Off, pulses {seconds, number} s at an unlock', { seconds: door.strike_seconds }),
    ],
    [text('Hold relay'), holdWords(door)],
    [
      text('Forced-open detection'),
      features.forced_open_detection ? text('On') : text('Off: it needs a contact and an exit button'),
    ],
    [
      text('Left-open alarm'),
      text('{seconds, number} s after an opening without a close', { seconds: door.left_open_seconds }),
    ],
  ];
  return (
    <Card aria-labelledby="wiring">
      <h2 id="wiring">{text('Wiring')}</h2>
      <Facts
        lines={[
          ...facts,
          [
            text('Gateway'),
            gateway ? (
              <Link key="gateway" href={`/gateways/${gateway.id}`}>
                {text('{gateway}, door {number}', { gateway: gateway.name, number: door.door ?? '' })}
              </Link>
            ) : (
              text('No gateway')
            ),
          ],
        ]}
      />
      {reported && (
        <Note>
          {reported.agent_version
            ? text('As its gateway reported (agent {version}).', { version: reported.agent_version })
            : text('As its gateway reported.')}{' '}
          {door.online &&
            door.online_since &&
            rich('It connected {ago}.', {
              ago: <Ago key="ago" at={door.online_since} locationId={door.location.id} />,
            })}
        </Note>
      )}
    </Card>
  );
}

function contactWords({ features, contact_fault: error, door_state: state }: Door): string {
  if (!features.door_contact) return text('Not wired: it is not known whether the door is open');
  if (error !== undefined) return text('Wired, but cannot be read: {error}', { error: hardwareWords(error) });
  if (state === 'unknown') return text('Wired');
  return state === 'open' ? text('Wired, reads open') : text('Wired, reads closed');
}

function holdWords({ features, hold_open }: Door): string {
  if (!features.hold_relay) return text('Not wired: it cannot be held open');
  return hold_open ? text('Wired, on: the door is held open') : text('Wired, off');
}
