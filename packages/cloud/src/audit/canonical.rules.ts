import type { Json } from '@door-access/protocol';

/* What a value becomes on its way through the database, so that it is hashed the same before and after. */

/** The same value as the database keeps it: it takes neither NUL nor half of a character, and knows no -0. */
export function storable(value: Json): Json {
  if (typeof value === 'string') return storableText(value);
  if (value === 0) return 0;
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [storableText(name), storable(inner)]),
    );
  return value;
}

export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}
