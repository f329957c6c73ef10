import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
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

export default defineConfig({
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
});
