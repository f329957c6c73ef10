import { Uuid } from '@door-access/protocol';
import { z } from 'zod';
import { DEFAULT_KEEP_DAYS } from '../journal/kept.js';
import { DEFAULT_MAX_RECORDS } from '../journal/queue.js';
import { type Mistake, settings, text, whole, wired, yesNo } from './config.values.js';
import { inputTerminal, Relay, wiringMistakes, wiringShape } from './config.wiring.js';

/* The schema of `gateway.yaml`. Every message says what is expected. */

const Contact = settings(
  {
    debounce_ms: whole(1, 1000, 'milliseconds').default(50),
    /** What the circuit is while the door is closed. */
    normally: z
      .enum(['open', 'closed'], { error: 'expected open or closed: the circuit while the door is closed' })
      .default('closed'),
    ...inputTerminal,
  },
  'settings of the contact (debounce_ms, normally, line or channel)',
);
const ExitButton = settings(
  { debounce_ms: whole(1, 1000, 'milliseconds').default(20), ...inputTerminal },
  'settings of the exit button (debounce_ms, line or channel)',
);

const Door = settings(
  {
    door: whole(1, 65_535),
    name: text('the name of the door').max(200, { error: 'expected at most 200 characters' }),
    ...wiringShape,
    contact: wired(Contact),
    exit_button: wired(ExitButton),
    strike: Relay.default(true),
    hold: Relay.default(false),
    strike_ms: whole(1000, 10_000, 'milliseconds').default(5000),
    exit_releases: yesNo.default(false),
    lock_id: whole(1, Number.MAX_SAFE_INTEGER).optional(),
  },
  'a door (door, name, driver, …)',
);

export const ConfigSchema = settings(
  {
    gateway_id: text('the gateway’s id, a UUID')
      .refine((id) => Uuid.safeParse(id).success, { error: 'expected the gateway’s id, a UUID' })
      .overwrite((id) => id.toLowerCase())
      .optional(),
    secret: text('the gateway’s secret').optional(),
    secret_file: text('the path of a file with the gateway’s secret').optional(),
    cloud_url: text('the cloud’s address, as mqtts://cloud.example:8883').optional(),
    service_url: text('the service’s address, as https://cloud.example')
      .refine((url) => /^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''), {
        error: 'expected the service’s address, as https://cloud.example',
      })
      .optional(),
    ca_file: text('the path of a file with PEM certificates').optional(),
    allow_plaintext: yesNo.default(false),
    data_dir: text('the path of a folder for the journal'),
    journal_max_records: whole(1000, 10_000_000).default(DEFAULT_MAX_RECORDS),
    keep_acknowledged_days: whole(0, 365).default(DEFAULT_KEEP_DAYS),
    doors: z
      .array(Door, { error: 'expected a list of doors' })
      .min(1, { error: 'expected at least one door' })
      .max(1000, {
        error: 'expected at most 1000 doors',
      }),
  },
  'settings: data_dir, and doors',
);
export type RawConfig = z.infer<typeof ConfigSchema>;

/** What pairing gives and writes elsewhere; in this file it stands for gateways that were not paired. */
export const PAIRED_SETTINGS = ['gateway_id', 'secret', 'secret_file', 'cloud_url'] as const;

/** Where the credential comes from: `paired` has it, `open` does without for now, `file` wants it in this file. */
export type CredentialSource = 'paired' | 'open' | 'file';

/** Fields that `door-agent init` could not fill in and that are still marked CHANGE. */
export function unchanged(value: unknown, path: (string | number)[] = []): Mistake[] {
  if (value === 'CHANGE') return [{ path, message: 'still says CHANGE: only you know what belongs here' }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    unchanged(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Mistakes between fields, found even if other fields are wrong, so that all are reported at once. */
export function relatedMistakes(value: unknown, source: CredentialSource): Mistake[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const raw = value as Record<string, unknown>;
  const credential = {
    paired: pairedMistakes,
    open: () => [],
    file: (one: typeof raw) => [...secretMistakes(one), ...urlMistakes(one)],
  }[source];
  return [...credential(raw), ...doorMistakes(raw.doors)];
}

function pairedMistakes(raw: Record<string, unknown>): Mistake[] {
  return PAIRED_SETTINGS.filter((name) => raw[name] !== undefined).map((name) => ({
    path: [name],
    message: 'this gateway was paired, so its credential is credential.json in data_dir: take this line out',
  }));
}

function secretMistakes({ gateway_id, cloud_url, secret, secret_file }: Record<string, unknown>): Mistake[] {
  if ([gateway_id, cloud_url, secret, secret_file].every((setting) => setting === undefined))
    return [
      {
        path: ['data_dir'],
        message: 'this gateway has no credential yet: door-agent pair CODE --url https://cloud.example',
      },
    ];
  const mistakes: Mistake[] = [];
  const expect = (name: string, message: string) => mistakes.push({ path: [name], message });
  if (gateway_id === undefined) expect('gateway_id', 'expected the gateway’s id, a UUID');
  if (cloud_url === undefined)
    expect('cloud_url', 'expected the cloud’s address, as mqtts://cloud.example:8883');
  if (secret === undefined && secret_file === undefined) expect('secret', 'expected secret or secret_file');
  if (mistakes.length > 0) return mistakes;
  if (secret !== undefined && secret_file !== undefined) {
    return [{ path: ['secret_file'], message: 'expected either secret or secret_file, not both' }];
  }
  return [];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** A host name as URL has it. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

function urlMistakes({ cloud_url, allow_plaintext, ca_file }: Record<string, unknown>): Mistake[] {
  if (typeof cloud_url !== 'string' || cloud_url === '') return [];
  const path = ['cloud_url'];
  if (!URL.canParse(cloud_url))
    return [{ path, message: 'expected an address, as mqtts://cloud.example:8883' }];
  const { protocol, hostname } = new URL(cloud_url);
  if (protocol !== 'mqtt:' && protocol !== 'mqtts:')
    return [{ path, message: 'expected mqtts:// or mqtt://' }];
  if (hostname === '') return [{ path, message: 'expected a host name, as mqtts://cloud.example:8883' }];
  if (protocol === 'mqtts:') return [];
  const mistakes: Mistake[] = [];
  if (ca_file !== undefined)
    mistakes.push({
      path: ['ca_file'],
      message: 'has no meaning with mqtt://; expected mqtts:// in cloud_url',
    });
  if (!isLoopback(hostname) && allow_plaintext !== true) {
    mistakes.push({
      path,
      message: 'plain MQTT would show the secret to the network: expected mqtts://, or allow_plaintext: true',
    });
  }
  return mistakes;
}

function doorMistakes(doors: unknown): Mistake[] {
  if (!Array.isArray(doors)) return [];
  const mistakes: Mistake[] = [];
  const firstOf = new Map<unknown, number>();
  for (const [index, value] of doors.entries()) {
    const door = (value ?? {}) as Record<string, Record<string, unknown> | null | undefined>;
    for (const field of ['door', 'lock_id']) {
      if (door[field] === undefined) continue;
      const key = `${field} ${String(door[field])}`;
      const first = firstOf.get(key);
      if (first === undefined) firstOf.set(key, index);
      else
        mistakes.push({
          path: ['doors', index, field],
          message: `the same as doors[${first}].${field}; expected another number`,
        });
    }
    if (
      (door.exit_releases as unknown) === true &&
      (door.exit_button === undefined ||
        (door.exit_button as unknown) === false ||
        (door.strike as unknown) === false)
    ) {
      mistakes.push({
        path: ['doors', index, 'exit_releases'],
        message: 'expected an exit_button and a strike to go with it',
      });
    }
  }
  return [...mistakes, ...wiringMistakes(doors)];
}
