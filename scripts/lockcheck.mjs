// The lock file must install the same everywhere: each platform's package is in it, no registry's address, every
// package.json names exact versions, and each install script is allowed or denied, as npm asks.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const { packages } = readJson('package-lock.json');
const faults = [];

for (const [holder, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const name of Object.keys(optionalDependencies)) {
    if (!isLocked(holder, name))
      faults.push(`package-lock.json lacks ${name}, optional dependency of ${holder}`);
  }
}

for (const [name, { resolved, link }] of Object.entries(packages)) {
  if (resolved && !link) faults.push(`package-lock.json ties ${name} to an address: ${resolved}`);
}

const { allowScripts } = readJson('package.json');
for (const [place, { hasInstallScript }] of Object.entries(packages)) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  if (hasInstallScript && allowScripts[name] === undefined)
    faults.push(`package.json: allowScripts does not say whether ${name} may run its install script`);
}

const manifests = ['package.json', ...readdirSync('packages').map((name) => `packages/${name}/package.json`)];
for (const file of manifests.filter((name) => existsSync(name))) {
  const { dependencies, devDependencies, optionalDependencies } = readJson(file);
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  })) {
    if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version))
      faults.push(`${file}: ${name} "${version}" is no exact version`);
  }
}

for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Searches where Node does: in the holder's own node_modules, then in those of each folder above. */
function isLocked(holder, name) {
  for (let folder = holder; ; folder = parentOf(folder)) {
    if (packages[folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

function parentOf(folder) {
  const end = folder.lastIndexOf('/node_modules/');
  return end < 0 ? '' : folder.slice(0, end);
}
