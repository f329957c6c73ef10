import { isObject } from './attributes.rules.js';
import { withoutSchema } from './filter.rules.js';

/* `attributes` and `excludedAttributes` (RFC 7644, 3.9). */

export interface Choice {
  attributes?: readonly string[] | undefined;
  excludedAttributes?: readonly string[] | undefined;
}

const ALWAYS = ['schemas', 'id'];

/** The requested part of a resource. */
export function chosen(resource: object, { attributes, excludedAttributes }: Choice): object {
  if (attributes) return kept(resource, attributes.map(pathOf), true);
  return excludedAttributes ? kept(resource, excludedAttributes.map(pathOf), false) : resource;
}

/** `name.familyName` → `['name', 'familyname']`; attributes of an extension are in the extension's own object. */
function pathOf(name: string): string[] {
  const trimmed = name.trim();
  const plain = withoutSchema(trimmed);
  const schema = trimmed
    .slice(0, trimmed.length - plain.length)
    .replace(/:$/, '')
    .toLowerCase();
  if (plain.toLowerCase().startsWith('urn:')) return [plain.toLowerCase()];
  const path = plain.toLowerCase().split('.');
  return schema.includes(':extension:') ? [schema, ...path] : path;
}

function kept(object: object, paths: readonly string[][], isWanted: boolean, isInner = false): object {
  return Object.fromEntries(
    Object.entries(object).flatMap(([name, value]) => {
      const lower = name.toLowerCase();
      if (!isInner && ALWAYS.includes(lower)) return [[name, value]];
      const about = paths.filter(([first]) => first === lower);
      if (about.some(({ length }) => length === 1)) return isWanted ? [[name, value]] : [];
      if (about.length === 0) return isWanted ? [] : [[name, value]];
      const rest = about.map((path) => path.slice(1));
      const inner = (one: unknown) => (isObject(one) ? kept(one, rest, isWanted, true) : one);
      return [[name, Array.isArray(value) ? value.map(inner) : inner(value)]];
    }),
  );
}
