import { defineConfig } from 'vite';

/** The phone key: a page by itself, small enough for a bad network. */
export default defineConfig({
  root: 'src/phone',
  base: '/phone/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/phone',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      input: { index: 'src/phone/index.html', sw: 'src/phone/sw.ts' },
      output: {
        // The address of a service worker is for ever.
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  logLevel: 'warn',
});
