/* One text for one value (RFC 8785): what is hashed or signed in one place is the same bytes in any other. */

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
