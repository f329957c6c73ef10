import type { z } from 'zod';
import { deprecationHeaders } from './deprecation.rules.js';
import type { Declared } from './endpoint.js';
import { requireStrict, topObjects } from './strict.js';

/*
 * Ours and not Express's router: that decodes a path and answers a malformed one before the caller is known, says nothing
 * of the methods that a path has (405, Allow), and tries the routes one after another.
 */

/** An endpoint, prepared once so that a request builds nothing. */
export interface Route<E extends Declared = Declared> {
  endpoint: E;
  /** In the order of the path. */
  parameters: string[];
  /** A request without any body is as good as `{}`. */
  emptyBody: boolean;
  /** Every field that the body may have, in any of its forms. */
  fields: ReadonlySet<string>;
  /** Of every answer. */
  headers: Readonly<Record<string, string>>;
}

interface Node<E extends Declared> {
  children: Map<string, Node<E>>;
  parameter: Node<E> | undefined;
  routes: Map<string, Route<E>>;
  allow: string;
}

export interface Match<E extends Declared = Declared> {
  /** Undefined for an unknown path or method. */
  route: Route<E> | undefined;
  /** What the path supports, for Allow; undefined for an unknown path. */
  allow: string | undefined;
  /** Decoded values of the path's parameters; null for one that is not well-encoded. */
  values: (string | null)[];
}

export type Matcher<E extends Declared> = (method: string, segments: readonly (string | null)[]) => Match<E>;

const UNKNOWN: Match<never> = { route: undefined, allow: undefined, values: [] };

/** Builds the tree of paths. Throws on a declaration that could never be served as it reads. */
export function compileRoutes<E extends Declared>(endpoints: readonly E[]): Matcher<E> {
  const root = newNode<E>();
  for (const endpoint of endpoints) add(root, endpoint);
  return (method, segments) => match(root, method, segments);
}

function add<E extends Declared>(root: Node<E>, endpoint: E): void {
  const name = `${endpoint.method} ${endpoint.path}`;
  if (!endpoint.path.startsWith('/') || endpoint.path.endsWith('/'))
    throw new Error(`${name}: a path starts with a slash and ends without one`);
  const parameters: string[] = [];
  let node = root;
  for (const segment of endpoint.path.slice(1).split('/')) {
    if (segment.startsWith('{')) {
      parameters.push(segment.slice(1, -1));
      node = node.parameter ??= newNode();
    } else {
      let child = node.children.get(segment);
      if (!child) {
        child = newNode();
        node.children.set(segment, child);
      }
      node = child;
    }
  }
  if (node.routes.has(endpoint.method)) throw new Error(`${name} is declared twice`);
  if (parameters.length > 0 !== (endpoint.params !== undefined))
    throw new Error(`${name}: the path and \`params\` disagree`);
  const strict =
    endpoint.for === 'gateway' ? (['params', 'query'] as const) : (['params', 'query', 'body'] as const);
  for (const part of strict) requireStrict(endpoint[part] as z.ZodType | undefined, `${name}: ${part}`);
  if (endpoint.body && (endpoint.method === 'GET' || endpoint.method === 'DELETE'))
    throw new Error(`${name}: takes no body`);
  if (endpoint.for === 'api' && endpoint.scopes.length === 0) throw new Error(`${name}: needs a scope`);
  node.routes.set(endpoint.method, {
    endpoint,
    parameters,
    emptyBody: endpoint.body?.safeParse({}).success === true,
    fields: new Set(
      endpoint.body ? topObjects(endpoint.body).flatMap((object) => Object.keys(object.shape)) : [],
    ),
    headers: 'deprecated' in endpoint && endpoint.deprecated ? deprecationHeaders(endpoint.deprecated) : {},
  });
  node.allow = allowed(node);
}

function allowed(node: Node<Declared>): string {
  const methods = [...node.routes.keys()];
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

function newNode<E extends Declared>(): Node<E> {
  return { children: new Map(), parameter: undefined, routes: new Map(), allow: '' };
}

function match<E extends Declared>(
  root: Node<E>,
  method: string,
  segments: readonly (string | null)[],
): Match<E> {
  const values: (string | null)[] = [];
  let node: Node<E> | undefined = root;
  for (const segment of segments) {
    const child: Node<E> | undefined = segment === null ? undefined : node.children.get(segment);
    if (child) node = child;
    // An empty segment is no value: `/locks/` is not `/locks/{id}`.
    else if (node.parameter && segment !== '') {
      values.push(segment);
      node = node.parameter;
    } else return UNKNOWN;
  }
  if (node.routes.size === 0) return UNKNOWN;
  return { route: node.routes.get(method === 'HEAD' ? 'GET' : method), allow: node.allow, values };
}
