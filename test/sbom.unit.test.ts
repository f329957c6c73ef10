import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
// @ts-expect-error: a script, without types
import { sbom } from '../scripts/sbom.mjs';

interface Component {
  name: string;
  version: string;
  purl: string;
  licenses: { expression: string | null }[];
  hashes?: { alg: string; content: string }[];
}
interface List {
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
const read = (artefact: string, options = {}): List => JSON.parse(sbom(artefact, options));
const names = ({ components }: List): string[] => components.map(({ name }) => name);
const manifest = (name: string) =>
  JSON.parse(
    readFileSync(fileURLToPath(new URL(`../packages/${name}/package.json`, import.meta.url)), 'utf8'),
  ) as { dependencies: Record<string, string> };

describe('the list of what an artefact is made of', () => {
  test.each([
    ['service', 'cloud'],
    ['agent', 'gateway-agent'],
  ])('of the %s names every dependency in its version', (artefact, folder) => {
    const { components } = read(artefact);
    for (const [name, version] of Object.entries(manifest(folder).dependencies))
      expect(components).toContainEqual(expect.objectContaining({ name, version }));
  });

  test('of the service has the libraries built into its pages, and nothing that builds or tests', () => {
    const found = names(read('service'));
    expect(found).toEqual(expect.arrayContaining(['@mantine/core', 'preact']));
    for (const tool of ['react-dom', 'vite', 'jest', 'typescript', 'playwright-core', 'mqtt'])
      expect(found).not.toContain(tool);
  });

  test('gives each package its licence, and what npm brought its digest', () => {
    for (const { name, licenses, hashes } of read('service').components) {
      expect({ name, licence: licenses[0]?.expression }).toEqual({ name, licence: expect.any(String) });
      if (!name.startsWith('@door-access/'))
        expect(hashes).toEqual([{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]);
    }
  });

  test('names binaries of its own platform alone', () => {
    const found = names(read('agent', { cpu: 'arm64' }));
    expect(found).toContain('@koromix/koffi-linux-arm64');
    expect(found).not.toContain('@koromix/koffi-linux-x64');
  });

  test('refers to nothing that it does not list', () => {
    const { components, dependencies } = read('service');
    const refs = new Set(dependencies.map(({ ref }) => ref));
    expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.has(ref))).toEqual([]);
    expect(refs.size).toBe(components.length + 1);
  });

  test('is the same for the same artefact, byte for byte', () =>
    expect(sbom('service')).toBe(sbom('service')));
});
