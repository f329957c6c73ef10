import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startCloud } from './cloud.mjs';
import { guideCommands } from './guide.mjs';
import { makeSystem, OWN, openNamespace } from './systems.mjs';

/* The installer's guide, command by command, on clean systems of each architecture, from the package to an open door. */

const { PACKAGES } = process.env;
const architectures = process.env.ARCHITECTURES.split(' ');
const CONFIG = '/etc/door-agent/gateway.yaml';
/** One door of simulated hardware, for which the test plays the person. */
const ANSWERS = '1\nMain entrance\nbench\n';
const ONLINE_WITHIN_MS = 240_000;
const STEP_MS = 600_000;
/** A minimal Debian lacks both; everything else runs as written. */
const SUDO = `#!/bin/sh
[ "$1" = -u ] || exec "$@"
user=$2; shift 2
exec setpriv --reuid="$user" --regid="$user" --init-groups "$@"
`;
const NANO = '#!/bin/sh\n! grep -n CHANGE "$1"\n';
/** An emulated machine's timers are late by more than a bounce: the person edits as the door test would advise. */
const SLOW_NANO = `#!/bin/sh
sed -i 's/contact: true/contact: { debounce_ms: 400 }/; s/exit_button: true/exit_button: { debounce_ms: 200 }/' "$1"
! grep -n CHANGE "$1"
`;
/** Installing recommended packages takes an emulated machine minutes. */
const APT = 'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\nAPT::Sandbox::User "root";\n';

const folder = mkdtempSync(path.join(tmpdir(), 'journey-'));
let namespace;
let cloud;

beforeAll(async () => {
  namespace = await openNamespace(architectures);
  cloud = await startCloud(path.join(folder, 'cloud'));
}, STEP_MS);

afterAll(async () => {
  await cloud?.stop();
  // Ends what still runs in the systems, and takes their /proc away, before the folder goes.
  await namespace?.close();
  rmSync(folder, { recursive: true, force: true });
}, STEP_MS);

/** A clean machine with the package in the installer's folder. */
function prepare(release, architecture) {
  const system = makeSystem(
    path.join(folder, `${release}-${architecture}`),
    release,
    architecture,
    namespace,
  );
  const [deb] = readdirSync(PACKAGES).filter((name) => name.endsWith(`_${architecture}.deb`));
  cpSync(path.join(PACKAGES, deb), system.within(`root/${deb}`));
  writeFileSync(system.within('etc/apt/apt.conf.d/quick'), APT);
  for (const [name, text] of Object.entries({ sudo: SUDO, nano: architecture === OWN ? NANO : SLOW_NANO })) {
    writeFileSync(system.within(`usr/bin/${name}`), text);
    chmodSync(system.within(`usr/bin/${name}`), 0o755);
  }
  return {
    ...system,
    type: (command, input = '') => system.inside(['sh', '-c', `cd /root && { ${command}; } 2>&1`], { input }),
  };
}

const refusalOf = (work) => {
  try {
    work();
  } catch (error) {
    return error.stdout;
  }
  throw new Error('it was not refused');
};

const [update, install, init, edit, pair, stop, doctor, doorTest, restart, status, ...more] = guideCommands();
const NEEDS_NEWER = architectures.includes('armhf') ? ['bookworm'] : [];
const JOURNEYS = architectures.flatMap((architecture) =>
  ['bookworm', 'trixie']
    .filter((release) => architecture !== 'armhf' || release !== 'bookworm')
    .map((release) => [release, architecture]),
);

test('the guide has the commands of this journey and no others', () => {
  expect(more).toEqual([]);
  expect([update, install, init, edit, pair, stop, doctor, doorTest, restart, status]).toEqual(
    ['apt update', 'apt install', 'init', 'nano', 'pair', 'stop', 'doctor', 'test', 'restart', 'status'].map(
      (word) => expect.stringContaining(word),
    ),
  );
});

describe.each(JOURNEYS)('on Debian %s, %s', (release, architecture) => {
  let system;
  beforeAll(() => {
    system = prepare(release, architecture);
  }, STEP_MS);

  test(
    'the package is installed, and its service is enabled',
    () => {
      system.type(update);
      expect(system.type(install)).toContain(`set it up with: door-agent init --output ${CONFIG}`);
      expect(system.inside(['dpkg', '--print-architecture']).trim()).toBe(architecture);
      expect(system.inside(['systemctl', 'is-enabled', 'door-agent.service']).trim()).toBe('enabled');
    },
    STEP_MS,
  );

  test(
    'a configuration is written, the gateway paired, and the doctor finds all well',
    () => {
      expect(system.type(init, ANSWERS)).toContain(`${CONFIG} is written`);
      system.type(edit);
      const command = pair
        .replace('7KQ2-M9XD', cloud.pairingCode())
        .replace('https://doors.example', cloud.url);
      expect(system.type(command)).toContain('Paired: this is HQ gateway');
      system.type(stop);
      expect(system.type(doctor).trim().split('\n').at(-1)).toBe('All well.');
    },
    STEP_MS,
  );

  test(
    'the door is tested, and its report is at the cloud',
    () => {
      const said = system.type(doorTest);
      expect(said).toContain('All doors passed.');
      expect(said).toContain('The report is at the cloud');
    },
    STEP_MS,
  );

  test(
    'the service as it is written opens the door for the cloud',
    async () => {
      system.type(restart);
      system.type(status);
      // No systemd runs here, so that the test starts the service as its service file says.
      const service = readFileSync(system.within('usr/lib/systemd/system/door-agent.service'), 'utf8');
      const setting = (name) => new RegExp(`^${name}=(.*)$`, 'm').exec(service)[1];
      const agent = system.start(setting('ExecStart').split(' '), `${setting('User')}:${setting('Group')}`);
      let said = '';
      for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (data) => (said += data));
      const gone = new Promise((resolve) => agent.once('exit', resolve));
      try {
        expect([await opened(), said]).toEqual(['confirmed', expect.any(String)]);
      } finally {
        agent.stop();
      }
      expect(await gone).toBe(0);
    },
    STEP_MS,
  );
});

/** An unlock is refused until the gateway is there. */
async function opened() {
  const deadline = performance.now() + ONLINE_WITHIN_MS;
  for (;;) {
    const { status: state } = await cloud.unlock();
    if (state === 'confirmed' || performance.now() > deadline) return state;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

for (const release of NEEDS_NEWER) {
  test(
    `the package is refused by Debian ${release} on armhf, and apt says which system it needs`,
    () => {
      const system = prepare(release, 'armhf');
      system.type(update);
      expect(refusalOf(() => system.type(install))).toContain('needs-debian-13-on-32-bits');
      expect(() => system.inside(['dpkg', '-s', 'door-agent'])).toThrow();
    },
    STEP_MS,
  );
}
