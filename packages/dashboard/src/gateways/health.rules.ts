import type { Gateway, GatewayHealth } from '../types.js';
import type { TerminalFault } from './types.js';

/* The health of a gateway, in words for those who look after the building. */

export interface HealthLine {
  name: string;
  value: string;
  /** What to do about it; only set if something is wrong. */
  advice?: string | undefined;
}

const LITTLE_DISK_MB = 100;
const HOT_C = 80;
const DAY_MS = 86_400_000;
const CERTIFICATE_ENDS_SOON_MS = 14 * DAY_MS;

/** @param date the day of a time, as the reader writes it */
export function healthLines(health: GatewayHealth, now: number, date: (at: string) => string): HealthLine[] {
  const lines = [
    diskLine(health),
    findingLine('Power', health.undervoltage, [
      'Voltage too low',
      'Sufficient',
      'Replace its power supply or the cable: it may stop at any moment.',
    ]),
    temperatureLine(health),
    findingLine('Clock set by network time', not(health.ntp_synced), [
      'No: corrected only by the service',
      'Yes',
      'Allow it to reach a time server (NTP), so that its clock stays right while it is offline.',
    ]),
    findingLine('Guard of the relays', not(health.guard_alive), [
      'Not running',
      'Running',
      'Restart the gateway: until then, a door may stay unlocked if its program fails.',
    ]),
    certificateLine(health, now, date),
    ...health.boards.map(boardLine),
  ];
  return lines.filter((line) => line !== null);
}

const not = (finding: boolean | null): boolean | null => (finding === null ? null : !finding);

function diskLine({ disk_free_mb, disk_refuses }: GatewayHealth): HealthLine | null {
  const free = disk_free_mb === null ? null : `${sizeWords(disk_free_mb)} free`;
  if (disk_refuses)
    return {
      name: 'Disk',
      value: ['Refuses writes', free].filter(Boolean).join(', '),
      advice: 'Replace the storage card: events are kept in memory only, and a power cut would lose them.',
    };
  if (free === null) return null;
  const isLittle = (disk_free_mb ?? 0) < LITTLE_DISK_MB;
  return {
    name: 'Disk',
    value: free,
    advice: isLittle ? 'Free some space: a full disk stores no more records.' : undefined,
  };
}

const sizeWords = (megabytes: number): string =>
  megabytes < 1_024 ? `${Math.round(megabytes)} MB` : `${Number((megabytes / 1_024).toPrecision(3))} GB`;

function findingLine(
  name: string,
  isWrong: boolean | null,
  [wrong, right, advice]: [string, string, string],
): HealthLine | null {
  if (isWrong === null) return null;
  return isWrong ? { name, value: wrong, advice } : { name, value: right };
}

function temperatureLine({ cpu_temp_c }: GatewayHealth): HealthLine | null {
  if (cpu_temp_c === null) return null;
  const advice = cpu_temp_c >= HOT_C ? 'It is too hot and slows down: improve its ventilation.' : undefined;
  return { name: 'Processor', value: `${Number(cpu_temp_c.toPrecision(3))} °C`, advice };
}

function certificateLine(
  { cert_expires_at }: GatewayHealth,
  now: number,
  date: (at: string) => string,
): HealthLine | null {
  if (cert_expires_at === null) return null;
  const left = Date.parse(cert_expires_at) - now;
  const name = 'Certificate';
  if (left <= 0)
    return { name, value: `Ended on ${date(cert_expires_at)}`, advice: 'Pair the gateway again.' };
  const advice = left < CERTIFICATE_ENDS_SOON_MS ? 'Renew it before it ends.' : undefined;
  return { name, value: `Valid until ${date(cert_expires_at)}`, advice };
}

const boardLine = ({ id, ok, error }: GatewayHealth['boards'][number]): HealthLine => ({
  name: `Board ${id}`,
  value: ok ? 'Answers' : `Does not answer${error ? `: ${error}` : ''}`,
  advice: ok
    ? undefined
    : 'Check its cable and its power; the state of its doors is unknown until it answers.',
});

/** What is wrong with it, in a few words for a list; empty if nothing is. */
export function troubles(
  { health, faulty_doors }: Pick<Gateway, 'health' | 'faulty_doors'>,
  now: number,
): string[] {
  const away = health?.boards.filter(({ ok }) => !ok).length ?? 0;
  const wrong = health ? healthLines(health, now, (at) => at) : [];
  return [
    away > 0 && counted(away, 'board', 'boards', 'not answering'),
    faulty_doors > 0 && counted(faulty_doors, 'door', 'doors', 'with a fault'),
    ...wrong
      .filter(({ name, advice }) => advice && !name.startsWith('Board '))
      .map(({ name }) => SHORT[name]),
  ].filter((words) => typeof words === 'string');
}

const counted = (count: number, one: string, many: string, what: string): string =>
  `${count} ${count === 1 ? one : many} ${what}`;

const SHORT: Record<string, string> = {
  Disk: 'disk',
  Power: 'low voltage',
  Processor: 'too hot',
  'Clock set by network time': 'no network time',
  'Guard of the relays': 'no guard',
  Certificate: 'certificate ends',
};

const TERMINALS: Record<TerminalFault['terminal'], string> = {
  contact: 'The contact cannot be read: whether the door is open is not known',
  exit_button: 'The exit button cannot be read: an opening after a press may be reported as forced',
  strike: 'The strike cannot be driven: the door cannot be unlocked',
  hold: 'The hold relay cannot be driven: the door cannot be held open or released',
};

/** What a terminal's fault means for its door, and its cause. */
export const terminalWords = ({ terminal, error }: Pick<TerminalFault, 'terminal' | 'error'>): string =>
  `${TERMINALS[terminal]} (${error}).`;
