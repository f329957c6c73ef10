// Builds what is stale, silently if nothing is: the Prisma client, TypeScript, the site for tests, then the pages. With --all
// it also checks the types of the tests, which nothing runs from. Every program of the checkout begins here, so that a build which
// has nothing to do only looks at the times of the files.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prisma } from './prisma.mjs';
import { run } from './run.mjs';

/** What runs; each brings in what it refers to. `packages/mcp` is built by its own program, when it is first called. */
const PROJECTS = [
  'packages/cloud',
  'packages/gateway-agent',
  'packages/cli',
  'packages/testkit',
  'packages/mcp',
];

/** Packages of pages, and what each is built for: browsers, and the service, which draws the first page. */
const MODES = { dashboard: ['production', 'service'], phone: ['production'] };
const PAGES = Object.keys(MODES);

const CLIENT_STAMP = 'packages/cloud/src/generated/prisma/.stamp';

const root = fileURLToPath(new URL('..', import.meta.url));
const require = createRequire(import.meta.url);

/**
 * Returns whether all steps succeeded; prints the output of a failed one. Whatever the signal interrupts stays stale.
 */
export async function build({ all = false, signal } = {}) {
  // Taken first: what changes during the build is stale.
  const sources = timesOfSources();
  if (!all && isBuilt(sources)) return true;
  const done =
    (await generateClient(signal)) &&
    (await compile(all ? [] : PROJECTS, signal)) &&
    (await bundleSite()) &&
    (await buildPages(signal));
  if (done) writeFileSync(BUILT, sources);
  return done;
}

/** Goes with what is built, so that who removes that builds anew. */
const BUILT = path.join(root, 'packages/cloud/dist/.built');

function isBuilt(sources) {
  const outputs = [...PROJECTS, ...PAGES.map((name) => `packages/${name}`)].map((folder) => `${folder}/dist`);
  return (
    existsSync(BUILT) &&
    readFileSync(BUILT, 'utf8') === sources &&
    [...outputs, CLIENT_STAMP].every((output) => existsSync(path.join(root, output)))
  );
}

/** Of all that is built from: a hash of names, sizes and times of change. */
function timesOfSources() {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
  const files = [
    ...filesOf('.', { deep: false }),
    'scripts/build.mjs',
    'prisma/schema.prisma',
    ...filesOf('tools/stand-ins'),
    ...packages.flatMap((folder) => [
      ...filesOf(folder, { deep: false }),
      ...filesOf(`${folder}/src`),
      ...filesOf(`${folder}/public`),
    ]),
  ];
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    // An editor may remove a file of its own meanwhile.
    const stats = statSync(path.join(root, file), { throwIfNoEntry: false });
    hash.update(`${file}\0${stats?.size}\0${stats?.mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** By their paths within the checkout. */
function filesOf(folder, { deep = true } = {}) {
  const whole = path.join(root, folder);
  if (!existsSync(whole)) return [];
  return readdirSync(whole, { recursive: deep, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

async function generateClient(signal) {
  const schema = path.join(root, 'prisma/schema.prisma');
  const stamp = path.join(root, CLIENT_STAMP);
  const wanted = createHash('sha256')
    .update(readFileSync(schema))
    .update(require('prisma/package.json').version)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const { status, output } = await prisma(['generate'], { quiet: true, signal });
  if (status !== 0) {
    if (!signal?.aborted) console.error(output);
    return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

async function compile(projects, signal) {
  const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const { status } = await run(process.execPath, [tsc, '--build', ...projects], { cwd: root, signal });
  return status === 0;
}

/** Loaded where they are used, native, or read from beside their own data. */
const APART = [
  '@node-rs/argon2',
  '@prisma/client/runtime/query_compiler*',
  '@simplewebauthn/server',
  '@opentelemetry/*',
  '@nats-io/*',
  'classic-level',
  'date-holidays',
  'iconv-lite',
  'ioredis',
  'jose',
  'koffi',
  'onoff',
  'openid-client',
  'pdfkit',
  'prom-client',
  'serialport',
];
const SITE = path.join(root, 'packages/testkit/dist/service');

/** The process of a site for tests, in one file: it starts with each test, and a thousand files take a second to load. */
async function bundleSite() {
  const { build } = await import('esbuild');
  const outdir = `${SITE}-bundle`;
  const { errors } = await build({
    entryPoints: [path.join(SITE, 'main.js')],
    outfile: path.join(outdir, 'site.cjs'),
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    // A script: V8 keeps compiled what `program.ts` runs.
    format: 'cjs',
    target: 'node20',
    // Reading costs time too. Errors have their names as text.
    minify: true,
    legalComments: 'linked',
    external: APART,
    banner: { js: "const thisFolder = require('node:url').pathToFileURL(__dirname + '/').href;" },
    plugins: [
      {
        name: 'places',
        setup({ onLoad }) {
          onLoad({ filter: OURS }, whereItWas);
          onLoad({ filter: LOCALES }, () => ({ contents: "export { default as en } from './en.js';" }));
        },
      },
    ],
    logLevel: 'error',
  }).catch((error) => error);
  if (errors.length > 0) return false;
  for (const name of readdirSync(outdir)) if (!MADE.test(name)) rmSync(path.join(outdir, name));
  return true;
}

/** Anything else in the folder was made from an earlier bundle. */
const MADE = /^site\.cjs(\.LEGAL\.txt)?$/;
/** Messages of schemas in languages that no one sees here. */
const LOCALES = /zod\/v4\/locales\/index\.js$/;
const OURS = /packages\/[^/]+\/dist\/.*\.js$/;

/** What looks for files beside itself finds them from the bundle too. */
function whereItWas({ path: file }) {
  const place = JSON.stringify(path.relative(`${SITE}-bundle`, file));
  const contents = readFileSync(file, 'utf8').replaceAll(
    'import.meta.url',
    `new URL(${place}, thisFolder).href`,
  );
  return { contents, loader: 'js' };
}

async function buildPages(signal) {
  for (const name of PAGES) if (!(await buildPage(name, signal))) return false;
  return true;
}

/** Pages take seconds, so they are built only when one of their files has changed. */
async function buildPage(name, signal) {
  const folder = path.join(root, 'packages', name);
  const stamp = path.join(folder, 'dist/.stamp');
  const hash = createHash('sha256').update(readFileSync(path.join(root, 'package-lock.json')));
  hash.update(MODES[name].join(' '));
  const files = ['src', 'public', '../protocol/src', '../../tools/stand-ins'].flatMap((part) =>
    readdirSync(path.join(folder, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of ['index.html', 'package.json', 'vite.config.ts']) files.push(path.join(folder, file));
  for (const file of files.sort()) hash.update(`${path.relative(folder, file)}\0`).update(readFileSync(file));
  const wanted = hash.digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  const vite = path.join(path.dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  for (const mode of MODES[name]) {
    const { status } = await run(process.execPath, [vite, 'build', '--mode', mode], { cwd: folder, signal });
    if (status !== 0) return false;
  }
  writeFileSync(stamp, wanted);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = (await build({ all: process.argv.includes('--all') })) ? 0 : 1;
}
