// Every locked package has a licence that its use here allows. What is shipped must let those who run it do as they
// please; what only builds and tests may ask for more, as nothing of it leaves the checkout.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { licenceOf, sbom } from './sbom.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const SHIPPED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
  'CC0-1.0',
]);
/** Shipped under a licence that no other package may have; `NOTICE` says so to those who run the service. */
const NAMED = {
  // Data of public holidays: attribution where it is shown, and share-alike for changes of the data, which we make none of.
  'date-holidays': '(ISC AND CC-BY-3.0)',
  // Python's own licence, which asks for its notice alone: of js-yaml's command line, behind date-holidays.
  argparse: 'PSF-2.0',
};
/** lightningcss and axe-core; data of caniuse; argparse. */
const TOOLS = new Set([...SHIPPED, 'MPL-2.0', 'CC-BY-4.0', 'Python-2.0']);

const faults = [];
for (const artefact of ['service', 'agent'])
  for (const { name, version, licenses } of JSON.parse(sbom(artefact)).components)
    judge(name, `${artefact}: ${name}@${version}`, licenses[0].expression, SHIPPED);
for (const folder of ['.', ...readdirSync('tools').map((name) => `tools/${name}`)]) {
  const file = `${folder}/package-lock.json`;
  if (!existsSync(file)) continue;
  for (const [place, locked] of Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages)) {
    if (!place.includes('node_modules/') || locked.link) continue;
    const name = place.split('node_modules/').pop();
    judge(name, `${folder}: ${name}@${locked.version}`, licenceOf(name, locked), TOOLS);
  }
}
for (const fault of new Set(faults)) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;

function judge(name, what, expression, allowed) {
  if (NAMED[name] === expression && expression) return;
  if (!expression)
    faults.push(`${what} has no known licence: read its LICENSE and name it in scripts/sbom.mjs`);
  else if (!isAllowed(expression, allowed))
    faults.push(`${what} has a licence that is not allowed: ${expression}`);
}

/** Of alternatives one, of several that all hold each. */
function isAllowed(expression, allowed) {
  const bare = expression.replaceAll(/[()]/g, '');
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())));
}
