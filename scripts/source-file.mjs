// What a source file imports, which globals it touches, where it asks the database and what it keeps between calls, by a
// real parser.
import { readFileSync } from 'node:fs';
import { parseSync } from '@swc/core';

/** Returns `{ lines, imports: [{ from, isType, names, line }], globals: [{ name, line }], queries: [{ line }], kept: [{ line }] }`. */
export function readSource(file) {
  // The parser continues its positions from file to file; a first statement of our own shows where this file begins.
  const source = Buffer.from(`;${readFileSync(file, 'utf8').replace(/^#!/, '//')}`);
  const program = parseSync(source.toString(), {
    syntax: 'typescript',
    tsx: file.endsWith('x'),
    target: 'es2022',
  });
  const lineOf = ({ span }) =>
    source
      .subarray(0, span.start - program.span.start)
      .toString()
      .split('\n').length;
  const imports = [];
  const globals = [];
  const queries = [];
  walk(program, (node) => {
    const imported = importOf(node);
    if (imported) imports.push({ ...imported, line: lineOf(node) });
    const name = globalOf(node);
    if (name) globals.push({ name, line: lineOf(node) });
    if (isQuery(node)) queries.push({ line: lineOf(node) });
  });
  const kept = program.body
    .filter((statement) => isKept(statement.declaration ?? statement))
    .map((statement) => ({ line: lineOf(statement) }));
  return { lines: source.toString().trimEnd().split('\n').length, imports, globals, queries, kept };
}

/** Whether a statement of a module declares what changes between calls: a `let`, or a collection that begins empty. */
function isKept({ type, kind, declarations }) {
  if (type !== 'VariableDeclaration') return false;
  const isEmpty = ({ init }) =>
    init?.type === 'NewExpression' && /^(Weak)?(Map|Set)$/.test(init.callee.value) && !init.arguments?.length;
  return kind !== 'const' || declarations.some(isEmpty);
}

function walk(node, visit) {
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string' && node.span) visit(node);
  for (const child of Object.values(node)) walk(child, visit);
}

function importOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
      return {
        from: node.source.value,
        isType: node.typeOnly || areAllTypes(node.specifiers),
        names: node.specifiers.map((specifier) => (specifier.imported ?? specifier.local).value),
      };
    case 'ExportNamedDeclaration':
      return (
        node.source && { from: node.source.value, isType: node.typeOnly || areAllTypes(node.specifiers) }
      );
    case 'ExportAllDeclaration':
      return { from: node.source.value, isType: node.typeOnly ?? false };
    case 'CallExpression':
      if (node.callee.type !== 'Import') return undefined;
      return { from: node.arguments[0]?.expression.value ?? '', isType: false };
    default:
      return undefined;
  }
}

/** `import { type A, type B }` imports no values. */
function areAllTypes(specifiers) {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier.isTypeOnly);
}

/** Whether a node calls a method `query`, as of a pool or a client. */
const isQuery = ({ type, callee }) => type === 'CallExpression' && callee.property?.value === 'query';

const MEMBERS = ['Date.now', 'Math.random', 'process.env', 'performance.now'];
const CALLS = ['setTimeout', 'setInterval'];
const MODULES = ['timers', 'timers/promises', 'perf_hooks'];

/** The name of the clock, chance or environment that a node reaches for. */
function globalOf(node) {
  if (node.type === 'MemberExpression') {
    const name = `${node.object.value}.${node.property.value}`;
    if (node.object.type === 'Identifier' && MEMBERS.includes(name)) return name;
  }
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const isDate = node.callee.type === 'Identifier' && node.callee.value === 'Date';
    if (isDate && !node.arguments?.length) return 'new Date() without a time';
  }
  if (node.type === 'CallExpression' && CALLS.includes(node.callee.value)) return node.callee.value;
  if (node.type === 'ImportDeclaration' && MODULES.includes(node.source.value.replace(/^node:/, ''))) {
    return node.source.value;
  }
  return undefined;
}
