import { colourStyles, FONT } from '@door-access/protocol/identity';

/*
 * The page at /docs: Swagger UI reads the OpenAPI document and tries requests. An API key that is typed in stays in the
 * memory of the page. All files are ours to serve; nothing is asked of another host.
 */

export const DOCS_PATH = '/docs';

/** The files of swagger-ui-dist that the page needs. */
export const SWAGGER_UI_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

/** Swagger UI has its arrows and ticks as images within its style sheet. */
export const DOCS_POLICY = { 'img-src': "'self' data:" };

/** What is ours of the page, by name. */
export const docsFiles = (document: string): Readonly<Record<string, string>> => ({
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Door access: the interface</title>
    <link rel="icon" href="/favicon.svg">
    <link rel="preload" href="${document}" as="fetch" crossorigin="anonymous">
    <link rel="stylesheet" href="${DOCS_PATH}/swagger-ui.css">
    <link rel="stylesheet" href="${DOCS_PATH}/look.css">
    <script defer src="${DOCS_PATH}/swagger-ui-bundle.js"></script>
    <script defer src="${DOCS_PATH}/start.js"></script>
  </head>
  <body>
    <header><img src="/favicon.svg" alt="" width="32" height="32"><strong>The interface</strong></header>
    <main id="docs"></main>
    <noscript>This page needs scripts. The description for programs is at <a href="${document}">${document}</a>.</noscript>
  </body>
</html>
`,
  'look.css': `${colourStyles()}
body { margin: 0; background: var(--page); }
header { display: flex; align-items: center; gap: 12px; padding: 10px 20px; background: var(--brand); color: var(--brand-ink); font: 17px/1.4 ${FONT}; }
.swagger-ui .info { margin: 28px 0; }
.swagger-ui .scheme-container { box-shadow: none; border-block: 1px solid var(--line); background: var(--card); }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg { border-color: var(--accent); color: var(--accent); fill: var(--accent); }
.swagger-ui .btn.execute { border-color: var(--press); background: var(--press); color: #fff; }
.swagger-ui a.nostyle, .swagger-ui .opblock-tag { color: var(--ink); }
.swagger-ui .info a { color: var(--accent); }
`,
  'start.js': `// Every reference is within the document: to follow those of an operation takes a millisecond, where Swagger UI reads the
// whole document anew with a model of OpenAPI 3.1, for seconds.
const resolved = (document, value, within = []) => {
  if (Array.isArray(value)) return value.map((item) => resolved(document, item, within));
  if (value === null || typeof value !== 'object') return value;
  const { $ref, ...own } = value;
  if (typeof $ref === 'string') {
    if (within.includes($ref)) return own;
    const steps = $ref.slice(2).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return { ...resolved(document, at(document, steps), [...within, $ref]), ...own };
  }
  return Object.fromEntries(Object.entries(own).map(([name, item]) => [name, resolved(document, item, within)]));
};
const at = (document, steps) => steps.reduce((value, step) => value?.[step], document);

SwaggerUIBundle({
  url: '${document}',
  dom_id: '#docs',
  deepLinking: true,
  filter: true,
  plugins: [
    () => ({
      fn: {
        resolveSubtree: async (document, steps) => ({ spec: resolved(document, at(document, steps)), errors: [] }),
      },
    }),
  ],
  showExtensions: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
});

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', prefersDark.matches);
prefersDark.addEventListener('change', follow);
follow();
`,
});
