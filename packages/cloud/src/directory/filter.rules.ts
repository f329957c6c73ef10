import { ScimError } from './scim-error.rules.js';

/* Filters (RFC 7644, 3.4.2.2), as far as directories use them to find a user: comparisons with `eq`, joined by `and`. */

export interface Comparison {
  /** Without schema, in lower case: `username`, `emails.value`. */
  attribute: string;
  value: string | boolean;
}

const LONGEST = 1_000;
const MOST = 5;
const NAME = String.raw`(?:urn:[\w.:-]+:)?[A-Za-z$][\w$-]*`;
const COMPARISON = new RegExp(
  String.raw`^\s*(?<attribute>${NAME}(?:\.[A-Za-z$][\w$-]*)?)(?:\[(?<inner>(?:[^\]"]|"(?:[^"\\]|\\.)*")*)\](?:\.(?<sub>\w+))?)?\s+(?<operator>[A-Za-z]+)\s+(?<value>"(?:[^"\\]|\\.)*"|true|false)\s*(?:(?<and>and)\s+|$)`,
  'i',
);

/** @throws ScimError `invalidFilter` for what is malformed, and for what is not supported */
export function parseFilter(text: string): Comparison[] {
  const found: Comparison[] = [];
  let rest = text;
  if (text.length > LONGEST) throw invalid('the filter is too long');
  for (;;) {
    const groups = COMPARISON.exec(rest)?.groups;
    if (!groups) throw invalid('filters compare with "eq", as in: userName eq "anna@acme.example"');
    const { attribute = '', inner, sub, operator = '', value = '' } = groups;
    if (operator.toLowerCase() !== 'eq') throw invalid(`the operator ${operator} is not supported, only eq`);
    const name = plainName(attribute);
    if (inner !== undefined)
      found.push(...parseFilter(inner).map((one) => ({ ...one, attribute: `${name}.${one.attribute}` })));
    found.push({ attribute: sub === undefined ? name : `${name}.${sub.toLowerCase()}`, value: read(value) });
    if (found.length > MOST) throw invalid('the filter compares too much');
    rest = rest.slice((COMPARISON.exec(rest)?.[0] ?? '').length);
    if (groups.and === undefined) return found;
  }
}

/** `urn:ietf:params:scim:schemas:core:2.0:User:userName` → `username` */
const plainName = (attribute: string): string =>
  attribute.slice(attribute.lastIndexOf(':') + 1).toLowerCase();

function read(value: string): string | boolean {
  if (!value.startsWith('"')) return value.toLowerCase() === 'true';
  try {
    const text = JSON.parse(value) as string;
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw invalid('a value is no JSON string, or holds NUL');
}

const invalid = (detail: string) => new ScimError(400, detail, 'invalidFilter');
