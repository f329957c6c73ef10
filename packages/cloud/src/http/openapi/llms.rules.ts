import type { Json } from './schemas.js';

/* The interface in a page of Markdown, for programs that read before they write code (https://llmstxt.org). */

export const LLMS_PATH = '/llms.txt';

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  deprecated?: boolean;
}
interface Described {
  info: { title: string; summary: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
}

/** @param places of the description for programs, of that for people, and of the endpoints */
export function llmsText(
  document: Json,
  { json, page, base }: { json: string; page: string; base: string },
): string {
  const { info, tags, paths, webhooks } = document as unknown as Described;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const line = (name: string, { operationId, tags: [tag], summary, deprecated }: Operation) =>
    `- [${name}](${page}#/${tag}/${operationId}): ${summary}${deprecated ? ' (deprecated)' : ''}`;
  const sections = tags.flatMap(({ name, description }) => {
    const lines = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation }) => line(`${method.toUpperCase()} ${base}${path}`, operation));
    const events = Object.entries(webhooks)
      .filter(([, { post }]) => post.tags.includes(name))
      .map(([type, { post }]) => line(type, post));
    return [`## ${name}`, '', description, '', ...lines, ...events, ''];
  });
  return [
    `# ${info.title}`,
    '',
    `> ${info.summary}`,
    '',
    info.description,
    '',
    `- [OpenAPI 3.1](${json}): every field, limit and error, for programs; read it before you write code`,
    `- [The same as a page](${page}): with requests to try`,
    '',
    ...sections,
  ].join('\n');
}
