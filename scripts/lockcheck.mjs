// Each lock file must install the same everywhere: each platform's package is in it, no registry's address, every
// package.json names exact versions, and each install script is allowed or denied, as npm asks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

const faults = [];
const locks = ['.', ...readdirSync('tools').map((name) => `tools/${name}`)]
  .filter((folder) => existsSync(`${folder}/package-lock.json`))
  .map((folder) => ({
    manifest: `${folder}/package.json`.replace('./', ''),
    file: `${folder}/package-lock.json`.replace('./', ''),
  }));
for (const { manifest, file } of locks) {
  const { packages } = readJson(file);
  for (const [holder, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      if (!isLocked(packages, holder, name))
        faults.push(`${file} lacks ${name}, optional dependency of ${holder}`);
    }
  }

  for (const [name, { resolved, link }] of Object.entries(packages)) {
    if (resolved && !link) faults.push(`${file} ties ${name} to an address: ${resolved}`);
  }

  const { allowScripts = {} } = readJson(manifest);
  const present = new Set(Object.keys(packages).map(nameOf));
  for (const [place, { hasInstallScript }] of Object.entries(packages)) {
    if (hasInstallScript && allowScripts[nameOf(place)] === undefined)
      faults.push(
        `${manifest}: allowScripts does not say whether ${nameOf(place)} may run its install script`,
      );
  }
  for (const name of Object.keys(allowScripts))
    if (!present.has(name)) faults.push(`${manifest}: allowScripts names ${name}, which is not installed`);
}

const manifests = [
  ...locks.map(({ manifest }) => manifest),
  ...readdirSync('packages').map((name) => `packages/${name}/package.json`),
];
for (const file of manifests.filter((name) => existsSync(name))) {
  const { dependencies, devDependencies, optionalDependencies } = readJson(file);
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    if (!/^(\d+\.\d+\.\d+[\w.+-]*|file:tools\/stand-ins\/[\w-]+)$/.test(version))
      faults.push(`${file}: ${name} "${version}" is no exact version`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Searches where Node does: in the holder's own node_modules, then in those of each folder above. */
function isLocked(packages, holder, name) {
  for (let folder = holder; ; folder = parentOf(folder)) {
    if (packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function parentOf(folder) {
  const end = folder.lastIndexOf('/node_modules/');
  return end < 0 ? '' : folder.slice(0, end);
}
