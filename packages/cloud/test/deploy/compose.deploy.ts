import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type Config, readConfig } from '../../src/config.js';

/* The compose file's settings, held against the service's own; that the image runs is tried by `npm run test:image`. */

const folder = fileURLToPath(new URL('../../../../deploy/docker', import.meta.url));
const read = (file: string): string => readFileSync(`${folder}/${file}`, 'utf8');
const { services } = parse(read('compose.yaml'));
/** What env.example asks for, filled in. */
const given: Record<string, string> = {
  DOMAIN: 'doors.example',
  DATABASE_PASSWORD: 'a'.repeat(48),
  SECRET_KEY: '07'.repeat(32),
  SMTP_URL: '',
};
const fill = (value: string): string =>
  value.replaceAll(/\$\{([A-Z_]+)(:[?-])?\}/g, (_, name: string) => {
    const filled = given[name];
    if (filled === undefined) throw new Error(`${name} is not in env.example`);
    return filled;
  });

it('env.example names every value that the compose file takes, and no other', () => {
  const named = [...read('env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  const taken = [...read('compose.yaml').matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name);
  expect(named.sort()).toEqual([...new Set(taken)].sort());
  expect(named.sort()).toEqual(Object.keys(given).sort());
});

it('the service takes its settings, with those of the image', () => {
  const environment = Object.fromEntries(
    Object.entries<string>(services.service.environment).map(([name, value]) => [name, fill(value)]),
  );
  const image = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').matchAll(/([A-Z_]+)=(\S+)/g)].map(
      ([, name, value]) => [name, value],
    ),
  );
  const config = readConfig({ ...image, ...environment });
  expect(config).toMatchObject({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://doors.example',
    TRUST_PROXY: 1,
    MQTT_TLS_PORT: 8883,
    METRICS_PORT: 9464,
  } satisfies Partial<Config>);
  // A misspelled one would be ignored.
  for (const name of Object.keys({ ...image, ...environment })) expect(config).toHaveProperty(name);
});

it('the service runs without rights, on a root that it cannot write', () => {
  expect(services.service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
  });
});
