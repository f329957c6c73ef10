import { defineConfig } from 'vite';

/** The phone key: a page by itself, small enough for a bad network. */
export default defineConfig({
  base: '/phone/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      output: {
        // The address of a service worker is for ever.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  logLevel: 'warn',
});
