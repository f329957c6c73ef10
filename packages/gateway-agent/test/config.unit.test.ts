import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { ConfigError, type GatewayConfig, loadConfig, parseConfig } from '../src/config/config.js';
import { readCredential } from '../src/config/credential.js';

const ID = '0b9c1c1e-0000-4000-8000-000000000001';
const HEAD = `gateway_id: ${ID}
secret: sesame
cloud_url: mqtts://cloud.example:8883
data_dir: ./data
`;
const DOORS = `doors:
  - door: 1
    name: Main entrance
    driver: bench
`;

const parse = (text: string): GatewayConfig => parseConfig(text, '/etc/door/gateway.yaml');

function mistakes(text: string): string[] {
  try {
    parse(text);
  } catch (error) {
    if (error instanceof ConfigError)
      return error.message.split('\n').map((line) => line.replace('/etc/door/gateway.yaml:', ''));
    throw error;
  }
  return [];
}

test('a small file is enough: everything else has a default', () => {
  expect(parse(HEAD + DOORS)).toMatchObject({
    gatewayId: ID,
    secret: 'sesame',
    dataDir: '/etc/door/data',
    maxRecords: 500_000,
    keepDays: 7,
    doors: [
      {
        door: 1,
        contact: null,
        exitButton: null,
        strike: true,
        hold: false,
        strikeMs: 5000,
        exitReleases: false,
        lockId: null,
      },
    ],
  });
});

test('a contact or an exit button named without settings is wired with the defaults', () => {
  const wired = parse(`${HEAD}${DOORS}    contact:\n    exit_button: true\n`).doors[0];
  expect(wired).toMatchObject({
    contact: { debounceMs: 50, normally: 'closed' },
    exitButton: { debounceMs: 20 },
  });
  expect(parse(`${HEAD}${DOORS}    contact: false\n`).doors[0]?.contact).toBeNull();
});

test('every mistake is reported at once, each with its line, its column, its field and what is expected', () => {
  const text = `gateway_id: nope
secret: sesame
secret_file: ./x
cloud_url: mqtt://example.com
data_dri: ./data
doors:
  - door: 1
    name: Main entrance
    driver: benc
    strike_ms: 20000
    contact: { debounce: 3 }
  - door: 1
    name: 7
    driver: bench
    exit_releases: true
`;
  expect(mistakes(text)).toEqual([
    '1:1: gateway_id: expected the gateway’s id, a UUID',
    '1:1: data_dir: expected the path of a folder for the journal',
    '3:1: secret_file: expected either secret or secret_file, not both',
    '4:1: cloud_url: plain MQTT would show the secret to the network: expected mqtts://, or allow_plaintext: true',
    '5:1: data_dri: no such setting; expected gateway_id, secret, secret_file, cloud_url, service_url, ca_file, allow_plaintext, data_dir, journal_max_records, keep_acknowledged_days or doors',
    '9:5: doors[0].driver: expected a driver: bench, gpio, gpio-sysfs, waveshare, lcus, numato, kmtronic',
    '10:5: doors[0].strike_ms: expected a whole number from 1000 to 10000 (milliseconds)',
    '11:16: doors[0].contact.debounce: no such setting; expected debounce_ms, normally, driver, chip, port, address, baud_rate, relay_count, line, channel, active_low or bias',
    '12:5: doors[1].door: the same as doors[0].door; expected another number',
    '13:5: doors[1].name: expected the name of the door',
    '15:5: doors[1].exit_releases: expected an exit_button and a strike to go with it',
  ]);
});

test.each<[string, string, RegExp]>([
  ['an empty file', '', /^1:1: .*expected settings/],
  ['a list instead of settings', '- a\n- b\n', /expected settings/],
  ['a file that is no YAML', 'doors: [1, 2\n', /^2:1: /],
  ['a key given twice', `${HEAD}secret: again\n${DOORS}`, /^5:1: /],
  ['no secret', (HEAD + DOORS).replace('secret: sesame\n', ''), /secret: expected secret or secret_file/],
  ['no doors', `${HEAD}doors: []\n`, /^5:1: doors: expected at least one door/],
  ['a door that is no group of settings', `${HEAD}doors: [7]\n`, /^5:9: doors\[0\]: expected a door/],
  [
    'an address that is none',
    (HEAD + DOORS).replace('mqtts://cloud.example:8883', 'cloud'),
    /^3:1: cloud_url: expected an address/,
  ],
  ['another protocol', (HEAD + DOORS).replace('mqtts:', 'https:'), /expected mqtts:\/\/ or mqtt:\/\//],
  [
    'a secret file that is not there',
    (HEAD + DOORS).replace('secret: sesame', 'secret_file: nowhere'),
    /^2:1: secret_file: there is no file \/etc\/door\/nowhere/,
  ],
])('%s is refused with its place', (_name, text, message) => {
  expect(mistakes(text).join('\n')).toMatch(message);
});

test.each(['mqtt://127.0.0.1:1883', 'mqtt://localhost', 'mqtt://[::1]:1883'])(
  'plain MQTT to %s needs no permission',
  (url) => {
    expect(mistakes((HEAD + DOORS).replace('mqtts://cloud.example:8883', url))).toEqual([]);
  },
);

test('plain MQTT elsewhere is possible where someone asks for it', () => {
  const text = (HEAD + DOORS).replace('mqtts://cloud.example:8883', 'mqtt://10.0.0.7');
  expect(mistakes(`${text}allow_plaintext: true\n`)).toEqual([]);
});

test('a secret file is read beside the configuration, its line end left out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-config-'));
  try {
    writeFileSync(join(folder, 'secret'), 'sesame\n');
    writeFileSync(
      join(folder, 'gateway.yaml'),
      (HEAD + DOORS).replace('secret: sesame', 'secret_file: secret'),
    );
    expect(loadConfig(join(folder, 'gateway.yaml')).secret).toBe('sesame');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the example in the package lacks nothing but its pairing', () => {
  const example = '../package/files/usr/share/doc/door-agent/gateway.example.yaml';
  expect(mistakes(readFileSync(new URL(example, import.meta.url), 'utf8'))).toEqual([
    '2:1: data_dir: this gateway has no credential yet: door-agent pair CODE --url https://cloud.example',
  ]);
});

test('a configuration that cannot be read is one clear line', () => {
  expect(() => loadConfig('/nowhere/gateway.yaml')).toThrow(
    /^\/nowhere\/gateway.yaml:1:1: there is no such file: name it with --config, or make one with door-agent init$/,
  );
});

test('a text that is no configuration is rejected in words', () => {
  expect(mistakes('')).toEqual(['1:1: expected settings: data_dir, and doors']);
  expect(mistakes(`${HEAD}${DOORS}---\na: 1\n`)).toEqual([
    '9:1: a second document begins here (---): expected one configuration',
  ]);
  expect(mistakes('doors: &all [*all]\n')).toEqual(['1:1: a part of it (&) holds itself (*): write it out']);
});

describe('a credential that cannot be used', () => {
  const folder = mkdtempSync(join(tmpdir(), 'door-agent-credential-'));
  const gateway = join(folder, 'gateway.yaml');
  const credential = join(folder, 'credential.json');
  writeFileSync(gateway, `data_dir: .\n${DOORS}`);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('that is missing is to be had by pairing', () => {
    rmSync(credential, { force: true });
    expect(() => loadConfig(gateway)).toThrow('this gateway has no credential yet: door-agent pair');
  });

  test.each(['{', '[]', '{"gateway_id":1}'])('that is damaged is to be had by pairing again: %s', (text) => {
    writeFileSync(credential, text);
    expect(() => loadConfig(gateway)).toThrow(
      `data_dir: ${credential}: it is not what pairing writes: pair the gateway again`,
    );
  });

  // What is another user's is not missing: pairing again would end the credential that is there.
  test('that another user owns is to be read by that user', () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(() =>
      readCredential(folder, () => {
        throw denied;
      }),
    ).toThrow('this user may not read it: run this as the agent’s user, or with sudo');
  });
});

test('a field that init left open is reported as such, once', () => {
  const doors = `doors:
  - door: 1
    name: Main entrance
    driver: waveshare
    port: CHANGE
    contact: { channel: CHANGE }
    strike: { channel: CHANGE }
`;
  const still = 'still says CHANGE: only you know what belongs here';
  expect(mistakes(HEAD + doors)).toEqual([
    `9:5: doors[0].port: ${still}`,
    `10:16: doors[0].contact.channel: ${still}`,
    `11:15: doors[0].strike.channel: ${still}`,
  ]);
});
