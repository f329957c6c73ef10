import { explainFault } from '@door-access/protocol/explanation';
import { locale, phrase, text, wording } from '../language/text.js';
import type { Gateway, GatewayHealth } from '../types.js';
import { hardwareWords } from '../words/why-words.js';
import type { TerminalFault } from './types.js';

/* The health of a gateway, in words for those who look after the building. */

type Kind = 'disk' | 'power' | 'heat' | 'clock' | 'guard' | 'certificate' | 'board';

export interface HealthLine {
  kind: Kind;
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
    findingLine('power', text('Power'), health.undervoltage, [
      text('Voltage too low'),
      text('Sufficient'),
      text('Replace its power supply or the cable: it may stop at any moment.'),
    ]),
    temperatureLine(health),
    findingLine('clock', text('Clock set by network time'), not(health.ntp_synced), [
      text('No: corrected only by the service'),
      text('Yes'),
      text('Allow it to reach a time server (NTP), so that its clock stays right while it is offline.'),
    ]),
    findingLine('guard', text('Guard of the relays'), not(health.guard_alive), [
      text('Not running'),
      text('Running'),
      text('Restart the gateway: until then, a door may stay unlocked if its program fails.'),
    ]),
    certificateLine(health, now, date),
    ...health.boards.map(boardLine),
  ];
  return lines.filter((line) => line !== null);
}

const not = (finding: boolean | null): boolean | null => (finding === null ? null : !finding);

function diskLine({ disk_free_mb, disk_refuses }: GatewayHealth): HealthLine | null {
  const free = disk_free_mb === null ? null : text('{size} free', { size: sizeWords(disk_free_mb) });
  if (disk_refuses)
    return {
      kind: 'disk',
      name: text('Disk'),
      value: [text('Refuses writes'), free].filter(Boolean).join(', '),
      advice: text(
        'Replace the storage card: events are kept in memory only, and a power cut would lose them.',
      ),
    };
  if (free === null) return null;
  const isLittle = (disk_free_mb ?? 0) < LITTLE_DISK_MB;
  return {
    kind: 'disk',
    name: text('Disk'),
    value: free,
    advice: isLittle ? text('Free some space: a full disk stores no more records.') : undefined,
  };
}

const number = (value: number): string => value.toLocaleString(locale, { maximumSignificantDigits: 3 });
const sizeWords = (megabytes: number): string =>
  megabytes < 1_024 ? `${number(Math.round(megabytes))} MB` : `${number(megabytes / 1_024)} GB`;

function findingLine(
  kind: Kind,
  name: string,
  isWrong: boolean | null,
  [wrong, right, advice]: [string, string, string],
): HealthLine | null {
  if (isWrong === null) return null;
  return isWrong ? { kind, name, value: wrong, advice } : { kind, name, value: right };
}

function temperatureLine({ cpu_temp_c }: GatewayHealth): HealthLine | null {
  if (cpu_temp_c === null) return null;
  const advice =
    cpu_temp_c >= HOT_C ? text('It is too hot and slows down: improve its ventilation.') : undefined;
  return { kind: 'heat', name: text('Processor'), value: `${number(cpu_temp_c)} °C`, advice };
}

function certificateLine(
  { cert_expires_at }: GatewayHealth,
  now: number,
  date: (at: string) => string,
): HealthLine | null {
  if (cert_expires_at === null) return null;
  const left = Date.parse(cert_expires_at) - now;
  const line = { kind: 'certificate' as const, name: text('Certificate') };
  const day = date(cert_expires_at);
  if (left <= 0)
    return { ...line, value: text('Ended on {day}', { day }), advice: text('Pair the gateway again.') };
  const advice = left < CERTIFICATE_ENDS_SOON_MS ? text('Renew it before it ends.') : undefined;
  return { ...line, value: text('Valid until {day}', { day }), advice };
}

const boardLine = ({ id, ok, error }: GatewayHealth['boards'][number]): HealthLine => ({
  kind: 'board',
  name: text('Board {id}', { id }),
  value: ok
    ? text('Answers')
    : error
      ? text('Does not answer: {error}', { error: hardwareWords(error) })
      : text('Does not answer'),
  advice: ok
    ? undefined
    : text('Check its cable and its power; the state of its doors is unknown until it answers.'),
});

/** What is wrong with it, in a few words for a list; empty if nothing is. */
export function troubles(
  { health, faulty_doors }: Pick<Gateway, 'health' | 'faulty_doors'>,
  now: number,
): string[] {
  const away = health?.boards.filter(({ ok }) => !ok).length ?? 0;
  const wrong = health ? healthLines(health, now, (at) => at) : [];
  return [
    away > 0 &&
      text('{count, plural, one {# board not answering} other {# boards not answering}}', { count: away }),
    faulty_doors > 0 &&
      text('{count, plural, one {# door with a fault} other {# doors with a fault}}', {
        count: faulty_doors,
      }),
    ...wrong
      .filter(({ kind, advice }) => advice && kind !== 'board')
      .map(({ kind }) => text(SHORT[kind as Exclude<Kind, 'board'>])),
  ].filter((words) => typeof words === 'string');
}

const SHORT: Record<Exclude<Kind, 'board'>, string> = {
  disk: phrase('disk'),
  power: phrase('low voltage'),
  heat: phrase('too hot'),
  clock: phrase('no network time'),
  guard: phrase('no guard'),
  certificate: phrase('certificate ends'),
};

/** What a terminal's fault means for its door, and its cause. */
export const terminalWords = (fault: Pick<TerminalFault, 'terminal' | 'error'>): string =>
  explainFault(wording(), fault);
