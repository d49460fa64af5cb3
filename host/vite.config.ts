import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const file = (name: string) => resolve(import.meta.dirname, name)

// The page for browsers, and the renderer with which the server fills it. scripts/build empties the folder: emptied here as well,
// one build of the two would delete the other's files.
export default defineConfig({
  root: import.meta.dirname,
  base: '/link-assets/',
  build: { target: 'es2022', outDir: '../server/dist/hosted', emptyOutDir: false, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: [file('index.html'), file('first-request.ts')] },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: { rolldownOptions: { input: file('renderer.ts'), output: { codeSplitting: false } } },
    },
  },
  builder: {},
})
