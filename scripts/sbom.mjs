// npm run sbom -- service|agent: what an artefact is made of, as CycloneDX 1.5, from the lock file. `npm sbom` refuses
// overrides by another package's name, and leaves out the pages' libraries, which are built into the pages. The packages
// of the service and of the agent carry the same list (docs/decisions/0026-what-the-install-brings.md).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What builds and tests the pages, and is in none. */
const BUILDS_PAGES = /^(vite|@vitejs\/.*|@types\/.*|axe-core|playwright-core)$/;
const ARTEFACTS = {
  service: {
    name: 'door-access-cloud',
    run: ['packages/cloud'],
    built: ['packages/dashboard', 'packages/phone'],
  },
  agent: { name: 'door-agent', run: ['packages/gateway-agent'], built: [] },
};

/** The places in the lock file of all that an artefact has, with what depends on what. */
function closure(packages, { run, built }, isPlatform) {
  const reached = new Map();
  const visit = (place, names) => {
    const edges = [];
    reached.set(place, edges);
    for (const name of names) {
      const found = resolve(packages, place, name);
      if (!found || !isPlatform(packages[found])) continue;
      edges.push(found);
      if (!reached.has(found)) visit(found, needsOf(packages[found]));
    }
  };
  for (const place of run) visit(place, needsOf(packages[place]));
  for (const place of built)
    visit(
      place,
      Object.keys(packages[place].devDependencies ?? {}).filter((name) => !BUILDS_PAGES.test(name)),
    );
  return reached;
}

/** Optional peers are installed where something brings them. */
const needsOf = ({ dependencies = {}, optionalDependencies = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies });

/** As Node.js looks for it: beside the package, then above. null where an override leaves it out. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder}${folder ? '/' : ''}node_modules/${name}`;
    if (packages[place]) return packages[place].link ? packages[place].resolved : place;
    if (folder === '') return null;
  }
}

const nameOf = (place, { name }) => name ?? place.split('node_modules/').pop();

function component(place, locked) {
  const name = nameOf(place, locked);
  const [, algorithm, digest] = /^(sha\d+)-(.+)$/.exec(locked.integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': place,
    name,
    version: locked.version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${locked.version}`,
    licenses: [{ expression: licenceOf(name, locked) }],
    ...(algorithm && {
      hashes: [
        {
          alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
          content: Buffer.from(digest, 'base64').toString('hex'),
        },
      ],
    }),
  };
}

/** Packages whose package.json is silent: read in their LICENSE file. */
const READ = {
  'png-js': 'MIT',
  'compute-gcd': 'MIT',
  'compute-lcm': 'MIT',
  'validate.io-function': 'MIT',
  'validate.io-integer': 'MIT',
  'validate.io-integer-array': 'MIT',
  'validate.io-number': 'MIT',
};

/** An SPDX expression, or null where nothing is known. */
export const licenceOf = (name, { license }) => license ?? READ[name] ?? null;

/**
 * @param options `os`, `cpu`: of which platform; `isThere(place)`: false for what the artefact leaves out; `more`: what it
 * has that npm did not bring
 */
export function sbom(artefact, { os = 'linux', cpu = process.arch, isThere = () => true, more = [] } = {}) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const { name, run, built } = ARTEFACTS[artefact];
  const isPlatform = (locked) =>
    (!locked.os || locked.os.includes(os)) && (!locked.cpu || locked.cpu.includes(cpu));
  const reached = closure(packages, ARTEFACTS[artefact], isPlatform);
  const inPages = closure(packages, { run: [], built }, isPlatform);
  const places = [...reached.keys()]
    .filter((place) => inPages.has(place) || place.startsWith('packages/') || isThere(place))
    .sort();
  const kept = new Set(places);
  const components = [...places.map((place) => component(place, packages[place])), ...more];
  const body = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: 'MIT' }] },
    },
    components,
    dependencies: [
      { ref: name, dependsOn: [...run, ...built, ...more.map((one) => one['bom-ref'])] },
      ...places.map((place) => ({
        ref: place,
        dependsOn: reached.get(place).filter((one) => kept.has(one)),
      })),
    ],
  };
  // The same artefact has the same list, byte for byte: no time, and a number that follows from what is in it.
  const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const serial = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
  return `${JSON.stringify({ serialNumber: `urn:uuid:${serial}`, ...body }, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [artefact] = process.argv.slice(2);
  if (!(artefact in ARTEFACTS)) {
    console.error(`Usage: npm run sbom -- ${Object.keys(ARTEFACTS).join('|')}`);
    process.exit(1);
  }
  process.stdout.write(sbom(artefact));
}
