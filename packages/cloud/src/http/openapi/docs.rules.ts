import { createHash } from 'node:crypto';
import { escapeHtml } from '../html.rules.js';

/* The description of the interface as a page for people: plain HTML, no script, nothing from elsewhere. */

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
}

interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  default?: unknown;
}

interface Content {
  content?: { 'application/json': { example?: unknown; examples?: Record<string, { value: unknown }> } };
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security: { api_key?: string[] }[];
  parameters?: Parameter[];
  requestBody?: Content & { required: boolean };
  responses: Record<string, Content & { description: string }>;
  /** For webhooks: the fields that are the same in every delivery of one event. */
  'x-deduplicate-by'?: string[];
}

export interface ApiDocument {
  info: { title: string; version: string; summary: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  /** By event type. */
  webhooks: Record<string, { post: Operation }>;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f4f5f7;color:#1a1a1a}' +
  'main,nav{max-width:60rem;margin:0 auto;padding:1rem 1.5rem}h1{line-height:1.25}h2{margin-top:3rem;text-transform:capitalize}' +
  'section{background:#fff;border-radius:12px;padding:1rem 1.5rem;margin:1rem 0}h3{margin:0;font-size:1.125rem}' +
  'code,pre{font:14px/1.45 ui-monospace,monospace}pre{background:#f4f5f7;padding:.75rem;border-radius:8px;overflow:auto}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0}' +
  'b{color:#1a4fa3}small{color:#595959}summary{cursor:pointer;padding:.25rem 0}a{color:#1a4fa3}ul{columns:2}' +
  '@media(max-width:40rem){ul{columns:1}}' +
  '@media(prefers-color-scheme:dark){body{background:#111;color:#eee}section{background:#1d1f23}pre{background:#111}' +
  'b,a{color:#8ab4ff}small{color:#b0b0b0}}';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

export const DOCS_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

export function renderDocs(document: ApiDocument): string {
  const { info, servers, tags, paths, webhooks } = document;
  const operations: Named[] = [
    ...Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        name: `${method.toUpperCase()} ${path}`,
      })),
    ),
    ...Object.entries(webhooks).map(([type, { post }]) => ({ ...post, name: type, isSent: true })),
  ];
  const base = servers[0]?.url ?? '';
  const title = `${escapeHtml(info.title)}, version ${escapeHtml(info.version)}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>
<p>${escapeHtml(info.summary)} ${escapeHtml(info.description)}</p>
<p>All paths are below <code>${escapeHtml(base)}</code>. For programs: <a href="${escapeHtml(base)}/openapi.json">openapi.json</a>.</p>
<ul>${operations.map(({ operationId, name }) => `<li><a href="#${operationId}"><code>${escapeHtml(name)}</code></a></li>`).join('')}</ul>
${tags
  .map(
    (
      tag,
    ) => `<h2>${escapeHtml(tag.name.replaceAll('_', ' '))}</h2><p>${words(tag.description)}</p>${headersSent(operations, tag.name)}${deduplication(operations, tag.name)}
${operations
  .filter((operation) => operation.tags.includes(tag.name))
  .map(section)
  .join('\n')}`,
  )
  .join('\n')}
</main></body></html>`;
}

/** The headers of what is sent, once for all: they differ by their example alone. */
function headersSent(operations: readonly Named[], tag: string): string {
  const sent = operations.find(({ isSent, tags }) => isSent && tags.includes(tag));
  return sent?.parameters ? `<section><table>${sent.parameters.map(row).join('')}</table></section>` : '';
}

/** The fields by which a receiver recognises a repeat, for each type. */
function deduplication(operations: readonly Named[], tag: string): string {
  const rows = operations.flatMap(({ tags, operationId, name, 'x-deduplicate-by': fields }) =>
    fields && tags.includes(tag)
      ? `<tr><td><a href="#${operationId}"><code>${escapeHtml(name)}</code></a></td>
<td>${fields.map((field) => `<code>${escapeHtml(field)}</code>`).join(', ')}</td></tr>`
      : [],
  );
  if (rows.length === 0) return '';
  return `<section><table><tr><th>Event</th><th>The same in every delivery of one event</th></tr>${rows.join('')}</table></section>`;
}

interface Named extends Operation {
  name: string;
  /** By us to a subscriber, and not to us. */
  isSent?: boolean;
}

function section(operation: Named): string {
  const {
    operationId,
    name,
    summary,
    description,
    security,
    parameters = [],
    requestBody,
    isSent,
  } = operation;
  const scopes = security.flatMap(({ api_key = [] }) => api_key);
  const example = requestBody?.content?.['application/json'].example;
  return `<section id="${operationId}"><h3><b>${escapeHtml(name)}</b></h3>
<p>${words(summary.replace(/\.$/, ''))}.${description ? ` ${words(description)}` : ''}</p>
<p><small>${isSent ? 'Sent to a subscription' : scopes.length > 0 ? `Scope: ${scopes.map((scope) => `<code>${escapeHtml(scope)}</code>`).join(' or ')}` : 'Needs no API key'}</small></p>
${parameters.length > 0 && !isSent ? `<table>${parameters.map(row).join('')}</table>` : ''}
${example === undefined ? '' : `<p>Body:</p>${json(example)}`}
${isSent ? '' : Object.entries(operation.responses).map(response).join('\n')}</section>`;
}

function row({ name, in: place, required, description, schema }: Parameter): string {
  return `<tr><td><code>${escapeHtml(name)}</code></td><td><small>${escapeHtml(place)}${required ? ', required' : ''}</small></td>
<td>${escapeHtml(kind(schema))}${description ? `. ${words(description)}` : ''}</td></tr>`;
}

function kind(schema: Schema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const type = [schema.type ?? 'string'].flat().join(' or ');
  const range =
    schema.minimum === undefined || schema.maximum === undefined
      ? ''
      : `, ${schema.minimum} to ${schema.maximum}`;
  const standard = schema.default === undefined ? '' : `, ${schema.default} unless given`;
  return `${schema.format ?? type}${range}${standard}`;
}

function response([status, { description, content }]: [string, Content & { description: string }]): string {
  const { example, examples } = content?.['application/json'] ?? {};
  const shown = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
  const body = shown.length === 0 ? '' : shown.map(json).join('');
  return `<details><summary><code>${escapeHtml(status)}</code> ${words(description)}</summary>${body}</details>`;
}

function json(value: unknown): string {
  return `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

/** Text in which backticks set code. */
function words(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
