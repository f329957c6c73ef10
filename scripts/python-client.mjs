// node scripts/python-client.mjs write | check: generates the types and calls of the Python client from openapi.json, or
// checks that they match.
import { read, writeOrCheck } from './generated.mjs';
import { identifying, takingIdempotencyKey } from './openapi-facts.mjs';

const FILE = 'clients/python/door_access/_generated.py';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const document = JSON.parse(read('openapi.json'));

const HEADER = `# Generated from openapi.json by "node scripts/python-client.mjs write"; not edited by hand.
"""Shapes and calls of the interface, one for each operation of its OpenAPI document."""

from __future__ import annotations

from typing import Any, Final, Iterator, Literal, Mapping, NotRequired, TypedDict, cast

from ._transport import Transport, iterate
`;

const pascal = (name) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
/** A value as Python writes it. */
const quoted = (value) => (typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value));

/** Declarations, in the sequence in which they are found: an inner type stands before the one that has it. */
const declared = [];

/** The Python type of a schema; objects are declared under the name. */
function typeOf(schema, name) {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options)
    return unionOf(options.map((option, index) => typeOf(option, optionName(option, name, index))));
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type) => typeOf({ ...schema, type }, name)));
  if (schema.const !== undefined) return `Literal[${quoted(schema.const)}]`;
  if (schema.enum) return `Literal[${schema.enum.map(quoted).join(', ')}]`;
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'array':
      return `list[${typeOf(schema.items, `${name}Item`)}]`;
    case 'object':
      return schema.properties ? declare(schema, name) : 'dict[str, Any]';
    default:
      return 'Any';
  }
}

/** Options of a choice are named by what tells them apart, such as their mode. */
function optionName(option, name, index) {
  const constant = Object.values(option.properties ?? {}).find((property) => property.const !== undefined);
  if (constant) return `${name}${pascal(String(constant.const))}`;
  return option.type === 'object' && index > 0 ? `${name}${index + 1}` : name;
}

const unionOf = (types) => [...new Set(types)].join(' | ');

function declare(schema, name) {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties).map(([field, property]) => {
    const type = typeOf(property, `${name}${pascal(field)}`);
    const comment = property.description ? comments(property.description) : '';
    return `${comment}    ${field}: ${required.has(field) ? type : `NotRequired[${type}]`}\n`;
  });
  declared.push(`class ${name}(TypedDict):\n${fields.join('') || '    pass\n'}`);
  return name;
}

const comments = (text) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => `    # ${line}\n`)
    .join('');

/** The schema of an answer that succeeds; undefined for one without a body. */
function answerOf(operation) {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  return response.content?.['application/json']?.schema;
}

function method(path, verb, operation) {
  const name = operation.operationId;
  const parameters = operation.parameters ?? [];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const takesKey = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
  const body = operation.requestBody?.content['application/json'].schema;
  const answer = answerOf(operation);
  const returned = answer ? typeOf(answer, `${pascal(name)}Answer`) : 'None';

  const before = inPath.map((parameter) => `${parameter.name}: ${typeOf(parameter.schema, '')}`);
  if (body) before.push(`body: ${typeOf(body, `${pascal(name)}Body`)}`);
  const optional = inQuery.map(
    (parameter) => `${parameter.name}: ${typeOf(parameter.schema, '')} | None = None`,
  );
  if (takesKey) optional.push('idempotency_key: str | None = None');

  const request = [quoted(verb.toUpperCase()), quoted(path)];
  if (inPath.length > 0)
    request.push(`path_values={${inPath.map((p) => `"${p.name}": ${p.name}`).join(', ')}}`);
  if (inQuery.length > 0) request.push(`query={${inQuery.map((p) => `"${p.name}": ${p.name}`).join(', ')}}`);
  if (body) request.push('body=body');
  if (takesKey) request.push('idempotency_key=idempotency_key');
  const call = `self.transport.request(${request.join(', ')})`;
  const lines = [
    signature(name, before, optional, returned),
    docstring(operation),
    returned === 'None' ? `        ${call}\n` : `        return cast(${returned}, ${call})\n`,
  ];
  const item = answer?.properties?.next_cursor && answer.properties.data?.items && inQuery.some(isCursor);
  if (item) lines.push('\n', iterator(name, answer, { before, inPath, inQuery }));
  return lines.join('');
}

const isCursor = ({ name }) => name === 'cursor';

function iterator(name, answer, { before, inPath, inQuery }) {
  const kept = inQuery.filter((parameter) => !isCursor(parameter));
  const optional = kept.map(
    (parameter) => `${parameter.name}: ${typeOf(parameter.schema, '')} | None = None`,
  );
  const item = typeOf(answer.properties.data.items, '');
  const given = [...inPath, ...kept].map((p) => `${p.name}=${p.name}`);
  return [
    signature(name.replace(/^get_/, 'iterate_'), before, optional, `Iterator[${item}]`),
    `        """Every item of \`${name}\`, page after page."""\n`,
    `        return iterate(lambda cursor: self.${name}(${[...given, 'cursor=cursor'].join(', ')}))\n`,
  ].join('');
}

function signature(name, before, optional, returned) {
  const given = ['self', ...before, ...(optional.length > 0 ? ['*', ...optional] : [])];
  const line = `    def ${name}(${given.join(', ')}) -> ${returned}:\n`;
  if (line.length <= 110) return line;
  return `    def ${name}(\n${given.map((part) => `        ${part},\n`).join('')}    ) -> ${returned}:\n`;
}

function docstring({ summary, description }) {
  const text = [summary, description].filter(Boolean).join('\n\n').trim();
  const lines = text
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : `        ${line}`));
  return `        """${lines.join('\n')}${lines.length > 1 ? '\n        ' : ''}"""\n`;
}

function generated() {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const type = typeOf(schema, name);
    if (type !== name) declared.push(`${name} = ${type}\n`);
  }
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.filter((verb) => operations[verb]).map((verb) => method(path, verb, operations[verb])),
  );
  const fields = Object.entries(identifying(document)).map(
    ([type, names]) => `    ${quoted(type)}: (${names.map(quoted).join(', ')},),\n`,
  );
  const keys = takingIdempotencyKey(document).map((request) => `    ${quoted(request)},\n`);
  return [
    HEADER,
    ...declared,
    `# The fields of the envelope that, taken together, are the same in every delivery of one event.\nDEDUPLICATE_BY: Final[Mapping[str, tuple[str, ...]]] = {\n${fields.join('')}}\n`,
    `# The requests that may carry an \`Idempotency-Key\`.\nTAKES_IDEMPOTENCY_KEY: Final[frozenset[str]] = frozenset([\n${keys.join('')}])\n`,
    `class Operations:\n    """A call for each operation of the interface. Errors are raised as \`DoorAccessError\`."""\n\n    transport: Transport\n\n${methods.join('\n')}`,
  ].join('\n\n');
}

await writeOrCheck('python-client.mjs', 'openapi.json', () => ({ [FILE]: generated() }));
