/* One text for one value (RFC 8785): what is hashed today is hashed the same after a round trip through the database. */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Names in the order of their UTF-16 units, no spaces, numbers as ECMAScript writes them. Throws on what JSON lacks. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.keys(value)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as Json)}`);
    return `{${members.join(',')}}`;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new TypeError('a number without a JSON form');
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${typeof value} has no JSON form`);
  return text;
}

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
