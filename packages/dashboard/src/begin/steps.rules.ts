import { phrase } from '../language/phrase.rules.js';

/* What an organisation does first, and a site file to begin its doors with. */

export type StepName = 'gateway' | 'online' | 'door' | 'opened' | 'person' | 'key' | 'api_key';

export interface Step {
  name: StepName;
  title: string;
  note: string;
  link: { to: string; label: string } | null;
}

export const STEPS: readonly Step[] = [
  {
    name: 'gateway',
    title: phrase('Create a gateway'),
    note: phrase('The small computer on site that the doors are wired to.'),
    link: { to: '/gateways', label: phrase('Gateways') },
  },
  {
    name: 'online',
    title: phrase('Pair it, and see it come online'),
    note: phrase(
      'With the code from the gateway’s page. Without hardware, simulate one: driver bench in its configuration.',
    ),
    link: { to: '/gateways', label: phrase('Pair it') },
  },
  {
    name: 'door',
    title: phrase('Set up its doors'),
    note: phrase('On the gateway’s page or in a site file, and in security groups that keys can open.'),
    link: null,
  },
  {
    name: 'opened',
    title: phrase('Stand at a door and open it'),
    note: phrase('The door’s page unlocks it and shows when its contact moves.'),
    link: { to: '/', label: phrase('Doors') },
  },
  {
    name: 'person',
    title: phrase('Add a person, or a whole list'),
    note: phrase('Everyone who opens doors.'),
    link: { to: '/people', label: phrase('People') },
  },
  {
    name: 'key',
    title: phrase('Give someone a key'),
    note: phrase(
      'On the person’s page. An invitation is sent; without a provider for e-mail or SMS it waits in the outbox.',
    ),
    link: { to: '/people', label: phrase('People') },
  },
  {
    name: 'api_key',
    title: phrase('Create an API key'),
    note: phrase('For a system of yours that reads events or opens doors. You can begin without one.'),
    link: { to: '/api-keys', label: phrase('API keys') },
  },
];

export const openSteps = (done: readonly string[]): number =>
  STEPS.filter(({ name }) => !done.includes(name)).length;

interface Known {
  account: string;
  location: { name: string; timezone: string };
  gateways: readonly { ref: string; name: string }[];
}

/** Text in YAML: JSON's strings are strings there too. */
const text = (value: string): string => JSON.stringify(value);

/** A site file that takes what is there and adds two doors and a group; `main` is what the first location is called. */
export function siteFile({ account, location, gateways }: Known): string {
  const [first = { ref: 'gw1', name: 'Gateway' }] = gateways;
  return `account: { name: ${text(account)} }
locations:
  - { ref: main, name: ${text(location.name)}, timezone: ${text(location.timezone)} }
gateways:
  - { ref: ${text(first.ref)}, name: ${text(first.name)}, location: main }
locks:
  - ref: entrance
    name: Main entrance
    place: Ground floor
    location: main
    type: remote
    gateway: ${text(first.ref)}
    door: 1
    strike_seconds: 5
  - ref: back
    name: Back door
    place: Ground floor
    location: main
    type: remote
    gateway: ${text(first.ref)}
    door: 2
    strike_seconds: 5
security_groups:
  - { code: STAFF, name: Staff, location: main, locks: [entrance, back] }
`;
}
