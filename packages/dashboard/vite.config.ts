import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The content security policy allows files of our own, and nothing inline.
  build: {
    assetsInlineLimit: 0,
    // One sheet: the modules are small, and the pages share most of them.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  logLevel: 'warn',
});
