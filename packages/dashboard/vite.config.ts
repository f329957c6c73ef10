import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { parsedMessages } from './parsed-messages.js';

/** The page waits for this script alone, which comes before the style sheet: that one would hold it up. */
const early: Plugin = {
  name: 'early',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const script = Object.values(bundle).find(({ name }) => name === 'early');
      return script
        ? [{ tag: 'script', attrs: { src: `/${script.fileName}` }, injectTo: 'head-prepend' as const }]
        : [];
    },
  },
};

/** Mantine's variables are in our style sheets: its own maker of them would work them out at each start. */
const withoutVariables: Plugin = {
  name: 'without-variables',
  enforce: 'pre',
  resolveId: (source) => (source.endsWith('/MantineCssVariables.mjs') ? '\0no-variables' : null),
  load: (id) => (id === '\0no-variables' ? 'export const MantineCssVariables = () => null;' : null),
};

/** Mantine declares ten shades of each of its colours: of those that stand here, the pages use none. */
const UNUSED = /^--mantine-color-(?:cyan|grape|green|indigo|lime|orange|pink|teal|violet|yellow)-/;
const usedColours = {
  postcssPlugin: 'used-colours',
  Declaration(declaration: { prop: string; remove(): void }) {
    if (UNUSED.test(declaration.prop)) declaration.remove();
  },
};

const CATALOGUE = /^\.\/(?:fi|sv|de)\.js$/;

/** The service draws the first page alone: the others, which are loaded when they are opened, are not in it. */
const firstPageAlone: Plugin = {
  name: 'first-page-alone',
  enforce: 'pre',
  resolveDynamicImport: (source) =>
    typeof source === 'string' && CATALOGUE.test(source) ? null : '\0no-page',
  load: (id) => (id === '\0no-page' ? 'export default null;' : null),
};

/** What the service imports to draw the first page, one file (src/drawn.tsx). */
const forService: UserConfig = {
  plugins: [react(), withoutVariables, firstPageAlone, ...parsedMessages],
  ssr: { noExternal: true },
  publicDir: false,
  build: {
    ssr: 'src/drawn.tsx',
    outDir: 'dist/service',
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
  },
  logLevel: 'warn',
};

const forBrowsers: UserConfig = {
  plugins: [react(), early, withoutVariables, ...parsedMessages],
  css: { postcss: { plugins: [usedColours] } },
  // The content security policy allows files of our own, and nothing inline.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The reader of PDFs, which is loaded by those who choose one.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      // A build says nothing where all is well.
      checks: { pluginTimings: false },
      input: { index: 'index.html', early: 'src/early.ts' },
      // One file for all that the first page needs: a browser has six connections, and the data needs one.
      output: {
        codeSplitting: { groups: [{ name: 'first', tags: ['$initial'], test: /^(?!.*early\.ts$)/ }] },
      },
    },
  },
  logLevel: 'warn',
};

export default defineConfig(({ mode }) => (mode === 'service' ? forService : forBrowsers));
