import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: '../../server/dist/console',
    emptyOutDir: true,
    // The page's policy forbids inline content, and the server serves files by name.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
