// node scripts/client.mjs write | check: generates the client's types, and what it has to know of requests and webhooks, from
// openapi.json, or checks that they match.
import { read, writeOrCheck } from './generated.mjs';
import { identifying, takingIdempotencyKey } from './openapi-facts.mjs';
import { requireFrom } from './tools.mjs';

const HEADER = '// Generated from openapi.json by "node scripts/client.mjs write"; not edited by hand.\n\n';
const README = 'packages/client/README.md';
const TABLE = /(<!-- deduplication -->\n)[\s\S]*(<!-- \/deduplication -->)/;

/** The text of every generated file, by its name. */
async function generated() {
  const { default: generate, astToString } = requireFrom('check')('openapi-typescript');
  const document = JSON.parse(read('openapi.json'));
  const fields = identifying(document);
  const types = astToString(await generate(document, { alphabetize: true, emptyObjectsUnknown: true }));
  return {
    'packages/client/src/generated/api.ts': HEADER + types,
    'packages/client/src/generated/facts.ts': HEADER + deduplication(fields) + idempotency(document),
    [README]: read(README).replace(TABLE, (_, start, end) => `${start}${table(fields)}${end}`),
  };
}

const deduplication = (fields) =>
  `/** Fields of the envelope that, taken together, are the same in every delivery of one event. */
export const DEDUPLICATE_BY: Readonly<Record<string, readonly string[]>> = {
${Object.entries(fields)
  .map(
    ([type, names]) =>
      `  ${/^\w+$/.test(type) ? type : `'${type}'`}: [${names.map((name) => `'${name}'`).join(', ')}],\n`,
  )
  .join('')}};
`;

const idempotency = (document) => `
/** The requests that may carry an \`Idempotency-Key\`. */
export const TAKES_IDEMPOTENCY_KEY: readonly string[] = [${takingIdempotencyKey(document)
  .map((request) => `'${request}'`)
  .join(', ')}];
`;

/** A row for each set of fields, with the types that use it. */
function table(fields) {
  const types = new Map();
  for (const [type, names] of Object.entries(fields)) {
    const key = names.map((name) => `\`${name}\``).join(', ');
    types.set(key, [...(types.get(key) ?? []), `\`${type}\``]);
  }
  const rows = [...types].map(([key, names]) => `| ${names.join(', ')} | ${key} |\n`);
  return `| Types | The same in every delivery of one event |\n|---|---|\n${rows.join('')}`;
}

await writeOrCheck('client.mjs', 'openapi.json', generated);
