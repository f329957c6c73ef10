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
    title: 'Create a gateway',
    note: 'The small computer on site that the doors are wired to.',
    link: { to: '/gateways', label: 'Gateways' },
  },
  {
    name: 'online',
    title: 'Pair it, and see it come online',
    note: 'With the code that the gateway’s page gives. Without hardware, a simulated one does: driver bench in its configuration.',
    link: { to: '/gateways', label: 'Pair it' },
  },
  {
    name: 'door',
    title: 'Say which doors hang on it',
    note: 'On the page of its gateway or in a site file, and in groups that keys can open.',
    link: null,
  },
  {
    name: 'opened',
    title: 'Open a door, standing before it',
    note: 'The door’s page opens it, and shows when its contact moves.',
    link: { to: '/', label: 'Doors' },
  },
  {
    name: 'person',
    title: 'Add a person, or a whole list',
    note: 'Anyone who will open doors.',
    link: { to: '/people', label: 'People' },
  },
  {
    name: 'key',
    title: 'Give someone a key',
    note: 'On the person’s page. They get an invitation; without a provider for e-mail or SMS it waits in the outbox.',
    link: { to: '/people', label: 'People' },
  },
  {
    name: 'api_key',
    title: 'Make an API key',
    note: 'For a system of yours that is to read events or open doors. You can begin without one.',
    link: { to: '/api-keys', label: 'API keys' },
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
