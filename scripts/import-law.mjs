// The import law of ARCHITECTURE.md: who may import whom, where time and chance may come in, and who may ask the database
// other than by declared statements.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSource } from './source-file.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const LONGEST_FILE = 400;
/** Of a folder, so that it is read at a glance. */
const MAX_FILES = 20;

/** Which packages of ours each one may import. */
const MAY_IMPORT = {
  protocol: [],
  'gateway-agent': ['protocol'],
  cloud: ['protocol'],
  dashboard: ['protocol'],
  phone: ['protocol'],
  client: [],
  cli: ['client'],
  mcp: ['client'],
  testkit: ['protocol', 'client', 'cloud', 'gateway-agent'],
};

/** The same of its tests, in addition. */
const TESTS_MAY_IMPORT = { mcp: ['testkit'] };

/** External packages that stay behind one door. */
const CONFINED = [
  { in: 'cloud', names: /^express$/, to: 'http/' },
  { in: 'cloud', names: /^(aedes|mqemitter)(-.*)?$/, to: 'edge/' },
  { in: 'cloud', names: /^(prom-client$|@opentelemetry\/)/, to: 'watch/' },
  { in: 'gateway-agent', names: /^(onoff|koffi|serialport)$/, to: 'drivers/' },
];

/** The folders of the cloud that no feature may import, and all folders that are not features. */
const ABOVE_FEATURES = ['edge', 'worker', 'watch'];
const NO_FEATURES = [
  ...ABOVE_FEATURES,
  'http',
  'network',
  'database',
  'secrets',
  'telemetry',
  'generated',
  'doorctl',
];

const isFeature = (within) => within.includes('/') && !NO_FEATURES.includes(within.split('/')[0]);

/** What a rule may use of Node: functions whose result depends on their arguments alone. */
const PURE_FUNCTIONS = {
  'node:buffer': ['Buffer', 'isUtf8'],
  'node:crypto': ['createHash', 'createHmac', 'timingSafeEqual'],
  'node:net': ['BlockList', 'isIP', 'isIPv4', 'isIPv6'],
  'node:zlib': ['crc32'],
  'fast-png': ['encode'],
  'ipaddr.js': ['ipaddr'],
  'libphonenumber-js': ['parsePhoneNumberFromString'],
  'temporal-polyfill': ['Temporal'],
};

/** Where time, chance and the environment come in. */
const EDGE_OF_THE_WORLD =
  /(^|\/)(clock[^/]*|config[^/]*|main|doorctl)\.ts$|(^|\/)doorctl\/|^database\/embedded(\/[^/]+)?\.ts$/;

/** The sources of the cloud that may call `query`, and why; all others declare statements (`database/statement.ts`). */
const MAY_QUERY = {
  'database/': 'runs statements and migrations',
  'context.ts': 'begins and ends transactions',
  'cluster/postgres-line.ts': 'listens on a connection of its own',
  'cluster/membership.ts': 'runs its statements on that connection',
  'audit/verify.ts': 'sets the isolation of its transaction',
  'retention/keep.ts': 'lets its transaction take its time',
  'retention/events.ts': 'copies rows between partitions, whose names are data',
  'retention/deliveries.ts': 'copies rows between partitions, whose names are data',
  'retention/commands.ts': 'copies rows between partitions, whose names are data',
  'retention/audit.ts': 'copies rows between partitions, whose names are data',
  'retention/archive.ts': 'reads partitions, whose names are data',
  'retention/archived.ts': 'writes tables whose names are data',
  'transfer/export.ts': 'reads tables whose names are data',
  'transfer/import.ts': 'writes tables whose names are data',
  'site/apply-site.ts': 'sets the isolation of its transaction',
  'directory/users.ts': 'makes the condition of a SCIM filter',
  'people/read.ts': 'makes a condition for each word that is searched',
  'events/read.ts': 'makes a page of its filter, prepared once for each shape',
  'events/pages/counts.ts': 'makes counts of the same filter',
};

const faults = [];
const sources = new Map();

for (const name of readdirSync(path.join(root, 'packages'))) {
  for (const file of typeScriptFiles(`packages/${name}/src`)) {
    const source = {
      package: name,
      within: file.slice(`packages/${name}/src/`.length),
      ...readSource(path.join(root, file)),
    };
    sources.set(file, source);
    checkFile(file, source);
  }
  for (const file of typeScriptFiles(`packages/${name}/test`)) {
    const { imports } = readSource(path.join(root, file));
    for (const each of imports) checkPackage(file, name, each, TESTS_MAY_IMPORT[name]);
  }
}
checkCycles();
checkLayers();
checkFolders();
checkQueries();

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function typeScriptFiles(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll(path.sep, '/')}`)
    .filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !name.includes('/generated/'));
}

function checkFile(file, source) {
  if (source.lines > LONGEST_FILE) {
    faults.push(`${file}: ${source.lines} lines, more than ${LONGEST_FILE}; split it by what it does`);
  }
  for (const each of source.imports) {
    checkPackage(file, source.package, each);
    checkConfined(file, source, each);
    if (file.endsWith('.rules.ts')) checkRules(file, each);
    if (source.package === 'cloud') checkFeature(file, source, each);
  }
  if (file.endsWith('.rules.ts')) {
    for (const { line } of source.kept) {
      faults.push(`${file}:${line}: rules keep nothing between calls; a cache is a file beside them`);
    }
  }
  if (EDGE_OF_THE_WORLD.test(source.within)) return;
  for (const { name, line } of source.globals) {
    faults.push(`${file}:${line}: ${name} belongs into clock, config or main; take it as a parameter`);
  }
}

function checkPackage(file, name, { from, line }, also = []) {
  const ours = /^@door-access\/([^/]+)/.exec(from)?.[1] ?? packageOf(resolve(file, from));
  if (ours === undefined || ours === name || MAY_IMPORT[name]?.includes(ours) || also.includes(ours)) return;
  faults.push(`${file}:${line}: ${name} may not import ${ours}`);
}

function packageOf(target) {
  return /^packages\/([^/]+)\//.exec(target ?? '')?.[1];
}

function checkConfined(file, source, { from, line }) {
  const rule = CONFINED.find((each) => each.in === source.package && each.names.test(from));
  if (!rule || source.within.startsWith(rule.to)) return;
  faults.push(`${file}:${line}: ${from} is imported only in ${rule.to}`);
}

function checkRules(file, { from, isType, names = [], line }) {
  if (
    isType ||
    /^@door-access\/protocol(\/(identity|door-test|explanation(\/\w+)?))?$/.test(from) ||
    /^\..*\.rules\.js$/.test(from)
  )
    return;
  if (names.length > 0 && names.every((name) => PURE_FUNCTIONS[from]?.includes(name))) return;
  faults.push(
    `${file}:${line}: rules import only rules, the protocol, types and pure functions, not ${from}`,
  );
}

function checkFeature(file, { within }, { from, isType, line }) {
  const target = resolve(file, from)?.replace('packages/cloud/src/', '');
  if (!target) return;
  if (within.startsWith('http/') && isFeature(target)) {
    faults.push(`${file}:${line}: http may not import ${target}; take what it decides as a parameter`);
  }
  if (!isFeature(within)) return;
  if (ABOVE_FEATURES.includes(target.split('/')[0])) {
    faults.push(`${file}:${line}: a feature may not import ${target}`);
  }
  if (target === 'config.ts' && !isType) {
    faults.push(`${file}:${line}: a feature takes its settings as parameters; import only types of config`);
  }
}

/** An exception that nothing needs is a fault, too. */
function checkQueries() {
  const needed = new Set();
  for (const [file, source] of sources) {
    if (source.package !== 'cloud' || source.queries.length === 0) continue;
    const allowed = Object.keys(MAY_QUERY).find((name) => source.within.startsWith(name));
    if (allowed) needed.add(allowed);
    else for (const { line } of source.queries) faults.push(`${file}:${line}: declare this as a statement`);
  }
  for (const name of Object.keys(MAY_QUERY)) {
    if (!needed.has(name)) faults.push(`MAY_QUERY: ${name} calls no query`);
  }
}

/** The file a relative import means, from the root; undefined for packages. */
function resolve(file, from) {
  if (!from.startsWith('.')) return undefined;
  return path.posix.join(path.posix.dirname(file), from).replace(/\.js(x?)$/, '.ts$1');
}

function checkCycles() {
  const importsOf = (file) =>
    (sources.get(file)?.imports ?? []).flatMap(({ from }) => resolve(file, from) ?? []);
  findCycles(sources.keys(), importsOf, (cycle) => {
    const names = cycle.map((name) => name.replace(/^packages\/([^/]+)\/src\//, '$1/'));
    faults.push(`cycle of imports: ${names.join(' → ')}`);
  });
}

/** The folders of the cloud are layers: they can be sorted so that every import goes down, those of types too. */
function checkLayers() {
  const places = new Map();
  for (const [file, { imports }] of sources) {
    for (const { from, line } of imports) {
      const [ours, theirs] = [cloudFolder(file), cloudFolder(resolve(file, from) ?? '')];
      if (!ours || !theirs || ours === theirs) continue;
      if (!places.has(ours)) places.set(ours, new Map());
      places.get(ours).set(theirs, `${file}:${line}`);
    }
  }
  findCycles(
    places.keys(),
    (folder) => [...(places.get(folder)?.keys() ?? [])],
    (cycle) => {
      const by = cycle.slice(1).map((folder, index) => places.get(cycle[index]).get(folder));
      faults.push(`folders that import each other: ${cycle.join(' → ')}, by ${by.join(', ')}`);
    },
  );
}

function checkFolders() {
  const counts = new Map();
  for (const file of sources.keys()) {
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  for (const [folder, count] of counts)
    if (count > MAX_FILES)
      faults.push(`${folder}: ${count} files, more than ${MAX_FILES}; give what belongs together a folder`);
}

function findCycles(nodes, nextOf, report) {
  const done = new Set();
  const visit = (node, trail) => {
    const start = trail.indexOf(node);
    if (start >= 0) {
      report([...trail.slice(start), node]);
      return;
    }
    if (done.has(node)) return;
    for (const next of nextOf(node)) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of nodes) visit(node, []);
}

function cloudFolder(file) {
  return /^packages\/cloud\/src\/([^/]+)\//.exec(file)?.[1];
}
