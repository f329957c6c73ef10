import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The modules of the script that comes first, without any of the page's code. */
const ofEarly = new Set<string>();

/**
 * The script that comes first waits for nothing: not for the style sheet, and its first question is asked by the browser
 * while it is still on its way.
 */
const early: Plugin = {
  name: 'early',
  buildEnd() {
    const add = (id: string) => {
      if (ofEarly.has(id)) return;
      ofEarly.add(id);
      for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
    };
    for (const id of this.getModuleIds()) if (id.endsWith('/src/early.ts')) add(id);
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const script = Object.values(bundle).find(({ name }) => name === 'early');
      if (!script) throw new Error('the build has no script that comes first');
      return [
        {
          tag: 'script',
          attrs: { type: 'module', async: true, src: `/${script.fileName}` },
          injectTo: 'head-prepend',
        },
        {
          tag: 'link',
          attrs: { rel: 'preload', as: 'fetch', href: '/dashboard/session', crossorigin: true },
          injectTo: 'head-prepend',
        },
      ];
    },
  },
};

export default defineConfig({
  plugins: [react(), early],
  // The content security policy allows files of our own, and nothing inline.
  build: {
    assetsInlineLimit: 0,
    // One sheet: the modules are small, and the pages share most of them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { index: 'index.html', early: 'src/early.ts' },
      // One file for all else that the first page needs: a browser has six connections, and the data needs one.
      output: {
        codeSplitting: {
          groups: [
            { name: 'early', priority: 1, test: (id: string) => ofEarly.has(id) },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  logLevel: 'warn',
});
