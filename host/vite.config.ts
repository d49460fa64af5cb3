import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const file = (name: string) => resolve(import.meta.dirname, name)

// A group takes all that its modules import, except what an earlier group took.
const groups = [
  { name: 'start', test: /\/host\/(start|registered-origin|request-session|saved-session)\.ts$|preload-helper/ },
  { name: 'main', test: /\/host\/main\.ts$/ },
  { name: 'screens', minShareCount: 2 },
]

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
        // The first screen is part of main.ts, and one of the screens that are loaded by their state.
        rolldownOptions: {
          input: ['index.html', 'start.ts', 'main.ts'].map(file),
          output: { codeSplitting: { groups } },
          checks: { ineffectiveDynamicImport: false },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: { rolldownOptions: { input: file('renderer.ts'), output: { codeSplitting: false } } },
    },
  },
  builder: {},
})
